Feature: Expressions - Labels, types, maps and functions

  Scenario Outline: [1] Label expressions in patterns
    # Neo4j 5 manual, label expressions
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH (n <labels>) RETURN count(*) AS many
      """
    Then the result should be, in any order:
      | many   |
      | <many> |
    And no side effects

    Examples:
      | labels              | many |
      | :Person\|Dog        | 5    |
      | :Person&!Boss       | 2    |
      | :!Person            | 2    |
      | :%                  | 5    |
      | :!%                 | 0    |
      | :Person&(Boss\|Dog) | 1    |
      |  IS Dog             | 2    |

  Scenario Outline: [2] Label expressions on relationships
    # Neo4j 5 manual, relationship type expressions
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH ()-[r<types>]->() RETURN count(*) AS many
      """
    Then the result should be, in any order:
      | many   |
      | <many> |
    And no side effects

    Examples:
      | types       | many |
      | :KNOWS\|HAS | 5    |
      | :!KNOWS     | 2    |
      | :%          | 5    |
      | :!%         | 0    |
      | :KNOWS&HAS  | 0    |

  Scenario Outline: [3] Label expressions as predicates
    # Neo4j 5 manual, label expression predicates
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH (n) WITH n ORDER BY n.name LIMIT 1 RETURN <predicate> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | predicate     | value |
      | n:Person\|Dog | true  |
      | n:Dog         | false |
      | n IS Person   | true  |
      | n:!Person     | false |
      | n:%           | true  |

  Scenario: [4] Label expressions of null
    # Neo4j 5 manual, label expression predicates; TCK Graph5 [7]
    Given an empty graph
    When executing query:
      """
      OPTIONAL MATCH (n:Nothing) RETURN n:A|B AS value
      """
    Then the result should be, in any order:
      | value |
      | null  |
    And no side effects

  Scenario Outline: [5] Type predicates
    # Neo4j 5 manual, type predicate expressions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression                             | value |
      | 1 IS :: INTEGER                        | true  |
      | 1 IS :: FLOAT                          | false |
      | null IS :: INTEGER                     | true  |
      | null IS :: INTEGER NOT NULL            | false |
      | 1.5 IS NOT :: INTEGER                  | true  |
      | null IS :: NULL                        | true  |
      | 1 IS :: NOTHING                        | false |
      | [1, null] IS :: LIST<INTEGER>          | true  |
      | [1, null] IS :: LIST<INTEGER NOT NULL> | false |
      | [] IS :: LIST<STRING>                  | true  |
      | [1, 'a'] IS :: LIST<INTEGER \| STRING> | true  |
      | {k: 1} IS :: MAP                       | true  |
      | [1, 2] IS :: PROPERTY VALUE            | true  |
      | [1, null] IS :: PROPERTY VALUE         | false |
      | {} IS :: PROPERTY VALUE                | false |
      | date('2020-01-01') IS :: DATE          | true  |

  Scenario Outline: [6] The types of values
    # Neo4j 5 manual, valueType
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression           | value                                                |
      | valueType(1)         | 'INTEGER NOT NULL'                                   |
      | valueType(null)      | 'NULL'                                               |
      | valueType([1, 'a'])  | 'LIST<STRING NOT NULL \| INTEGER NOT NULL> NOT NULL' |
      | valueType([])        | 'LIST<NOTHING> NOT NULL'                             |
      | valueType([1, null]) | 'LIST<INTEGER> NOT NULL'                             |

  Scenario Outline: [7] Map projections
    # Neo4j 5 manual, map projection
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression                              | value              |
      | [m IN [{a: 1, b: 2}] \| m{.a}][0]       | {a: 1}             |
      | [m IN [{a: 1, b: 2}] \| m{.*, c: 3}][0] | {a: 1, b: 2, c: 3} |
      | [m IN [{a: 1}] \| m{.none}][0]          | {none: null}       |
      | [m IN [{a: 1}] \| m{.*, a: 2}][0]       | {a: 2}             |
      | [m IN [null] \| m{.a}][0]               | null               |

  Scenario: [8] Map projections of nodes
    # Neo4j 5 manual, map projection
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH (p:Person {name: 'Ann'})-[:HAS]->(d) RETURN p{.name, dog: d.name, .none} AS value
      """
    Then the result should be, in any order:
      | value                                 |
      | {name: 'Ann', dog: 'Dot', none: null} |
    And no side effects

  Scenario Outline: [9] Concatenation
    # Neo4j 5 manual, string and list concatenation
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression    | value  |
      | 'a' \|\| 'b'  | 'ab'   |
      | [1] \|\| [2]  | [1, 2] |
      | 'a' \|\| null | null   |

  Scenario Outline: [10] Conversions that never raise
    # Neo4j 5 manual, scalar functions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression              | value |
      | toIntegerOrNull('x')    | null  |
      | toIntegerOrNull([1])    | null  |
      | toFloatOrNull('1.5')    | 1.5   |
      | toBooleanOrNull('true') | true  |
      | toBooleanOrNull(1.5)    | null  |
      | toStringOrNull({})      | null  |
      | toStringOrNull(1)       | '1'   |

  Scenario Outline: [11] Conversions of lists
    # Neo4j 5 manual, list functions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression                                 | value                 |
      | toIntegerList(['1', 'x', 2.5, null, true]) | [1, null, 2, null, 1] |
      | toStringList([1, 'a', null])               | ['1', 'a', null]      |
      | toBooleanList(['true', 'x', 0])            | [true, null, false]   |
      | toFloatList([1, '2.5', 'x'])               | [1.0, 2.5, null]      |
      | toIntegerList(null)                        | null                  |

  Scenario Outline: [12] Functions of strings
    # Neo4j 5 manual, string functions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression              | value |
      | btrim('  a ')           | 'a'   |
      | btrim('xxaxx', 'x')     | 'a'   |
      | ltrim('xya', 'yx')      | 'a'   |
      | rtrim('axy', 'yx')      | 'a'   |
      | lower('AB')             | 'ab'  |
      | upper('ab')             | 'AB'  |
      | character_length('abc') | 3     |
      | normalize('abc')        | 'abc' |

  Scenario Outline: [13] Other functions
    # Neo4j 5 manual, scalar functions, numeric functions
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression       | value |
      | nullIf(1, 1)     | null  |
      | nullIf(1, 2)     | 1     |
      | nullIf(null, 1)  | null  |
      | isNaN(0.0 / 0.0) | true  |
      | isNaN(1)         | false |

  Scenario Outline: [14] Rounding to a precision
    # Neo4j 5 manual, round()
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression                 | value  |
      | round(3.14159, 2)          | 3.14   |
      | round(-3.14159, 3)         | -3.142 |
      | round(2.5, 0, 'HALF_EVEN') | 2.0    |
      | round(2.5, 0, 'HALF_DOWN') | 2.0    |
      | round(-1.25, 1, 'CEILING') | -1.2   |
      | round(1.21, 1, 'UP')       | 1.3    |
      | round(9.96, 1)             | 10.0   |
      | round(7, 2)                | 7.0    |

  Scenario Outline: [15] Both forms of CASE
    # openCypher 9, CASE
    Given an empty graph
    When executing query:
      """
      RETURN <expression> AS value
      """
    Then the result should be, in any order:
      | value   |
      | <value> |
    And no side effects

    Examples:
      | expression                                 | value |
      | CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END | 'b'   |
      | CASE WHEN false THEN 1 ELSE 2 END          | 2     |
      | CASE null WHEN null THEN 1 ELSE 2 END      | 2     |

  Scenario: [16] A pattern as a condition
    # openCypher 9, pattern expressions; TCK Pattern1
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH (p:Person) RETURN p.name AS name, exists((p)-[:HAS]->()) AS has, CASE WHEN (p)<-[:KNOWS]-() THEN 1 ELSE 0 END AS known
      """
    Then the result should be, in any order:
      | name  | has   | known |
      | 'Ann' | true  | 0     |
      | 'Bob' | false | 1     |
      | 'Cid' | true  | 1     |
    And no side effects

  Scenario: [17] A pattern comprehension with a condition
    # TCK Pattern2
    Given an empty graph
    And having executed:
      """
      CREATE (a:Person {name: 'Ann', age: 30}), (b:Person {name: 'Bob', age: 20}), (c:Person:Boss {name: 'Cid'}),
             (d:Dog {name: 'Dot'}), (e:Dog {name: 'Eve'})
      CREATE (a)-[:KNOWS {since: 1}]->(b), (a)-[:KNOWS {since: 2}]->(c), (b)-[:KNOWS {since: 3}]->(c),
             (a)-[:HAS]->(d), (c)-[:HAS]->(e)
      """
    When executing query:
      """
      MATCH (p:Person {name: 'Ann'}) RETURN [(p)-[k:KNOWS]->(q) WHERE k.since > 1 | q.name] AS names
      """
    Then the result should be, in any order:
      | names   |
      | ['Cid'] |
    And no side effects
