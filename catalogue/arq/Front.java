import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.apache.jena.query.ARQ;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.QueryParseException;
import org.apache.jena.query.ReadWrite;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.query.Query;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.sparql.core.DynamicDatasets;
import org.apache.jena.sparql.modify.request.UpdateDrop;
import org.apache.jena.update.UpdateAction;
import org.apache.jena.update.UpdateException;
import org.apache.jena.update.UpdateFactory;
import org.apache.jena.update.UpdateRequest;

/**
 * ARQ over a dataset in memory, behind the SPARQL protocol: the engine as a library, of versions for which no server is
 * published. Called as {@code Front PORT VERSION on|off}, where the last says whether queries are optimized.
 */
public final class Front {
    private static final String JSON = "application/sparql-results+json";

    private volatile Dataset dataset = DatasetFactory.createTxnMem();
    private final String server;

    private Front(String version) {
        this.server = "ARQ/" + version;
    }

    public static void main(String[] arguments) throws IOException {
        ARQ.init();
        if (arguments[2].equals("off")) {
            ARQ.getContext().set(ARQ.optimization, false);
        }
        Front front = new Front(arguments[1]);
        InetSocketAddress address =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        HttpServer http = HttpServer.create(address, 0);
        http.createContext("/ds/query", exchange -> front.answer(exchange, front::query));
        http.createContext("/ds/update", exchange -> front.answer(exchange, front::update));
        http.setExecutor(Executors.newCachedThreadPool());
        http.start();
    }

    private interface Handler {
        /** Writes the answer and gives its type. */
        String answer(String text, ByteArrayOutputStream out) throws Exception;
    }

    private void answer(HttpExchange exchange, Handler handler) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int status = 200;
        String media = "text/plain";
        try {
            media = handler.answer(text, out);
        } catch (Throwable failure) {
            out.reset();
            boolean refused = failure instanceof QueryParseException || failure instanceof UpdateException;
            status = refused ? 400 : 500;
            String said = refused ? failure.getMessage() : failure.toString();
            out.write(said.getBytes(StandardCharsets.UTF_8));
        }
        exchange.getResponseHeaders().set("Server", server);
        exchange.getResponseHeaders().set("Content-Type", media + "; charset=utf-8");
        exchange.sendResponseHeaders(status, out.size() == 0 ? -1 : out.size());
        out.writeTo(exchange.getResponseBody());
        exchange.close();
    }

    private String query(String text, ByteArrayOutputStream out) {
        Query query = QueryFactory.create(text);
        Dataset dataset = this.dataset;
        dataset.begin(ReadWrite.READ);
        try (QueryExecution execution = QueryExecutionFactory.create(query, described(query, dataset))) {
            if (query.isAskType()) {
                ResultSetFormatter.outputAsJSON(out, execution.execAsk());
            } else if (query.isSelectType()) {
                ResultSetFormatter.outputAsJSON(out, execution.execSelect());
            } else {
                boolean describes = query.isDescribeType();
                RDFDataMgr.write(out, describes ? execution.execDescribe() : execution.execConstruct(), Lang.NTRIPLES);
                return "application/n-triples";
            }
            return JSON;
        } finally {
            dataset.end();
        }
    }

    /** What the query says with FROM is taken from the dataset: the library does not look at it where one is given. */
    private static Dataset described(Query query, Dataset dataset) {
        if (!query.hasDatasetDescription()) {
            return dataset;
        }
        return DynamicDatasets.dynamicDataset(query.getDatasetDescription(), dataset, false);
    }

    private String update(String text, ByteArrayOutputStream out) {
        UpdateRequest request = UpdateFactory.create(text);
        boolean isEmpty = request.getOperations().isEmpty();
        if (!isEmpty && request.getOperations().get(0) instanceof UpdateDrop drop && drop.isAll()) {
            // A graph that was emptied keeps its name, and GRAPH with a variable stops at the first such name: what
            // empties the dataset for the next test must leave none.
            this.dataset = DatasetFactory.createTxnMem();
        }
        Dataset dataset = this.dataset;
        dataset.begin(ReadWrite.WRITE);
        try {
            UpdateAction.execute(request, dataset);
            dataset.commit();
        } finally {
            dataset.end();
        }
        return "text/plain";
    }
}
