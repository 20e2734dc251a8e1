import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.QueryLanguage;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.query.algebra.evaluation.EvaluationStrategyFactory;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.eclipse.rdf4j.repository.RepositoryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

/**
 * A store behind the part of RDF4J's own REST API that a test needs: queries, updates, and all statements. The
 * vendor's server is not published for every version, the store is. Answers are written here, since the writers are not
 * published for every version either. Called as {@code Front PORT VERSION on|off memory|native|lmdb FOLDER}: whether
 * queries are optimized, which store, and where one that has files puts them.
 */
public final class Front {
    private static final String PATH = "/repositories/memory";
    private static final String TRIPLES = "application/n-triples";
    private static final String STRING = "http://www.w3.org/2001/XMLSchema#string";

    private final SailRepository repository;
    private final String server;

    private Front(SailRepository repository, String version) {
        this.repository = repository;
        this.server = "RDF4J/" + version;
    }

    /** The store of that name. Those that are not published for every version are not known to the compiler. */
    private static Sail store(String name, File folder) throws ReflectiveOperationException {
        return switch (name) {
            case "native" -> stored("nativerdf.NativeStore", folder);
            case "lmdb" -> stored("lmdb.LmdbStore", folder);
            default -> new MemoryStore();
        };
    }

    private static Sail stored(String type, File folder) throws ReflectiveOperationException {
        Class<?> store = Class.forName("org.eclipse.rdf4j.sail." + type);
        return (Sail) store.getConstructor(File.class).newInstance(folder);
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        Sail store = store(arguments[3], new File(arguments[4], "store"));
        SailRepository repository = new SailRepository(store);
        repository.init();
        if (arguments[2].equals("off")) {
            Object factory = store.getClass().getMethod("getEvaluationStrategyFactory").invoke(store);
            ((EvaluationStrategyFactory) factory).setOptimizerPipeline(Collections::emptyList);
        }
        Front front = new Front(repository, arguments[1]);
        InetSocketAddress address =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        HttpServer http = HttpServer.create(address, 0);
        http.createContext(PATH, exchange -> front.answer(exchange, front::query));
        http.createContext(PATH + "/statements", exchange -> front.answer(exchange, front::statements));
        http.setExecutor(Executors.newCachedThreadPool());
        http.start();
    }

    /** What a request comes to. */
    private record Answer(String media, String body) {}

    private interface Handler {
        Answer answer(HttpExchange exchange, RepositoryConnection connection, String text) throws Exception;
    }

    private void answer(HttpExchange exchange, Handler handler) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int status = 200;
        Answer answer;
        try (RepositoryConnection connection = repository.getConnection()) {
            answer = handler.answer(exchange, connection, text);
        } catch (Throwable failure) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            status = failure instanceof MalformedQueryException ? 400 : 500;
            String said = status == 400 ? failure.getMessage() : failure + "; " + cause;
            answer = new Answer("text/plain", said);
        }
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Server", server);
        exchange.getResponseHeaders().set("Content-Type", answer.media() + "; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Answer query(HttpExchange exchange, RepositoryConnection connection, String text) {
        Query query = connection.prepareQuery(QueryLanguage.SPARQL, text);
        if (query instanceof BooleanQuery ask) {
            return json("{\"head\":{},\"boolean\":" + ask.evaluate() + "}");
        }
        StringBuilder body = new StringBuilder();
        if (query instanceof GraphQuery construct) {
            try (GraphQueryResult result = construct.evaluate()) {
                while (result.hasNext()) {
                    statement(body, result.next(), null);
                }
            }
            return new Answer(TRIPLES, body.toString());
        }
        try (TupleQueryResult result = ((TupleQuery) query).evaluate()) {
            List<String> names = result.getBindingNames();
            body.append("{\"head\":{\"vars\":[");
            for (String name : names) {
                separate(body, '[');
                string(body, name);
            }
            body.append("]},\"results\":{\"bindings\":[");
            while (result.hasNext()) {
                separate(body, '[');
                row(body, names, result.next());
            }
        }
        return json(body.append("]}}").toString());
    }

    private Answer statements(HttpExchange exchange, RepositoryConnection connection, String text) {
        if (exchange.getRequestMethod().equals("POST")) {
            connection.begin();
            connection.prepareUpdate(QueryLanguage.SPARQL, text).execute();
            connection.commit();
            return new Answer("text/plain", "");
        }
        StringBuilder body = new StringBuilder();
        try (RepositoryResult<Statement> all = connection.getStatements(null, null, null, false)) {
            while (all.hasNext()) {
                Statement next = all.next();
                statement(body, next, next.getContext());
            }
        }
        return new Answer("application/n-quads", body.toString());
    }

    private static Answer json(String body) {
        return new Answer("application/sparql-results+json", body);
    }

    private static void separate(StringBuilder out, char open) {
        if (out.charAt(out.length() - 1) != open) {
            out.append(',');
        }
    }

    private static void row(StringBuilder out, List<String> names, BindingSet row) {
        out.append('{');
        for (String name : names) {
            Value value = row.getValue(name);
            if (value != null) {
                separate(out, '{');
                string(out, name);
                out.append(':');
                term(out, value);
            }
        }
        out.append('}');
    }

    /** A term in the JSON format of results. */
    private static void term(StringBuilder out, Value value) {
        if (value instanceof Triple triple) {
            out.append("{\"type\":\"triple\",\"value\":{\"subject\":");
            term(out, triple.getSubject());
            out.append(",\"predicate\":");
            term(out, triple.getPredicate());
            out.append(",\"object\":");
            term(out, triple.getObject());
            out.append("}}");
            return;
        }
        String type = value instanceof Literal ? "literal" : value instanceof BNode ? "bnode" : "uri";
        out.append("{\"type\":\"").append(type).append("\",\"value\":");
        string(out, value.stringValue());
        if (value instanceof Literal literal) {
            if (literal.getLanguage().isPresent()) {
                out.append(",\"xml:lang\":");
                string(out, literal.getLanguage().get());
            } else {
                out.append(",\"datatype\":");
                string(out, literal.getDatatype().stringValue());
            }
        }
        out.append('}');
    }

    /** A statement in N-Quads. */
    private static void statement(StringBuilder out, Statement statement, Resource graph) {
        ntriples(out, statement.getSubject());
        ntriples(out, statement.getPredicate());
        ntriples(out, statement.getObject());
        if (graph != null) {
            ntriples(out, graph);
        }
        out.append(".\n");
    }

    private static void ntriples(StringBuilder out, Value value) {
        if (value instanceof Triple triple) {
            out.append("<<( ");
            ntriples(out, triple.getSubject());
            ntriples(out, triple.getPredicate());
            ntriples(out, triple.getObject());
            out.append(")>>");
        } else if (value instanceof Literal literal) {
            string(out, literal.getLabel());
            if (literal.getLanguage().isPresent()) {
                out.append('@').append(literal.getLanguage().get());
            } else if (!literal.getDatatype().stringValue().equals(STRING)) {
                out.append("^^<").append(literal.getDatatype().stringValue()).append('>');
            }
        } else if (value instanceof BNode) {
            out.append("_:b");
            for (char c : value.stringValue().toCharArray()) {
                out.append(Character.isLetterOrDigit(c) ? String.valueOf(c) : "_" + (int) c + "_");
            }
        } else {
            out.append('<').append(value.stringValue()).append('>');
        }
        out.append(' ');
    }

    /** A string in quotes, as JSON and N-Triples both take it. */
    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
