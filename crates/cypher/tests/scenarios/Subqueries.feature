Feature: Subqueries - Queries within queries

  Scenario: [1] EXISTS sees the variables outside
    # Neo4j 5 manual, EXISTS subqueries
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
      MATCH (p:Person) WHERE EXISTS { (p)-[:HAS]->(:Dog) } RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Ann' |
      | 'Cid' |
    And no side effects

  Scenario: [2] NOT EXISTS with a condition inside
    # Neo4j 5 manual, EXISTS subqueries
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
      MATCH (p:Person) WHERE NOT EXISTS { MATCH (p)-[k:KNOWS]->(q) WHERE q.age < p.age } RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Bob' |
      | 'Cid' |
    And no side effects

  Scenario: [3] COUNT counts rows
    # Neo4j 5 manual, COUNT subqueries
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
      MATCH (p:Person) RETURN p.name AS name, COUNT { (p)-[:KNOWS]->() } AS many
      """
    Then the result should be, in any order:
      | name  | many |
      | 'Ann' | 2    |
      | 'Bob' | 1    |
      | 'Cid' | 0    |
    And no side effects

  Scenario: [4] COUNT of a UNION
    # Neo4j 5 manual, COUNT subqueries, with UNION
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
      MATCH (p:Person)
      RETURN p.name AS name, COUNT {
        MATCH (p)-[:HAS]->(d:Dog) RETURN d.name AS other
        UNION
        MATCH (p)-[:KNOWS]->(q:Person) RETURN q.name AS other
      } AS many
      """
    Then the result should be, in any order:
      | name  | many |
      | 'Ann' | 3    |
      | 'Bob' | 1    |
      | 'Cid' | 1    |
    And no side effects

  Scenario: [5] COLLECT keeps nulls and the order
    # Neo4j 5 manual, COLLECT subqueries, difference from collect()
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
      RETURN COLLECT { MATCH (p:Person) RETURN p.age ORDER BY p.name } AS ages
      """
    Then the result should be, in any order:
      | ages           |
      | [30, 20, null] |
    And no side effects

  Scenario: [6] What WITH does not name stays in scope
    # Neo4j 5 manual, COUNT subqueries, using WITH: variables of the outer scope are visible throughout
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
      MATCH (p:Person)
      WHERE COUNT { MATCH (q:Person) WITH q.age AS age WHERE age < p.age RETURN age } = 1
      RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Ann' |
    And no side effects

  Scenario: [7] Subqueries within subqueries
    # Neo4j 5 manual, EXISTS subqueries, nesting
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
      MATCH (p:Person) WHERE EXISTS { MATCH (p)-[:KNOWS]->(q) WHERE EXISTS { (q)-[:HAS]->(:Dog {name: 'Eve'}) } }
      RETURN p.name AS name
      """
    Then the result should be, in any order:
      | name  |
      | 'Ann' |
      | 'Bob' |
    And no side effects

  Scenario: [8] A subquery in a list comprehension
    # Neo4j 5 manual, COUNT subqueries
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
      MATCH (p:Person {name: 'Ann'})-[:KNOWS]->(q) WITH q ORDER BY q.name WITH collect(q) AS known RETURN size([x IN known WHERE EXISTS { (x)-[:HAS]->() }]) AS many
      """
    Then the result should be, in any order:
      | many |
      | 1    |
    And no side effects

  Scenario: [9] A variable of a subquery is unknown outside
    # Neo4j 5 manual, EXISTS subqueries
    Given an empty graph
    When executing query:
      """
      MATCH (n) WHERE EXISTS { (n)-->(m) } RETURN m
      """
    Then a SyntaxError should be raised at compile time: UndefinedVariable

  Scenario: [10] CALL with an importing WITH
    # Neo4j 5 manual, CALL subqueries, importing WITH
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
      MATCH (p:Person) CALL { WITH p MATCH (p)-[:HAS]->(d) RETURN d.name AS dog } RETURN p.name AS name, dog
      """
    Then the result should be, in any order:
      | name  | dog   |
      | 'Ann' | 'Dot' |
      | 'Cid' | 'Eve' |
    And no side effects

  Scenario: [11] CALL without imports sees nothing
    # Neo4j 5 manual, CALL subqueries
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
      MATCH (p:Person {name: 'Ann'}) CALL { MATCH (p:Dog) RETURN count(p) AS dogs } RETURN p.name AS name, dogs
      """
    Then the result should be, in any order:
      | name  | dogs |
      | 'Ann' | 2    |
    And no side effects

  Scenario: [12] CALL with a scope
    # Neo4j 5 manual, CALL subqueries, variable scope clause
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
      MATCH (p:Person) CALL (p) { MATCH (p)-[:KNOWS]->(q) RETURN count(q) AS many } RETURN p.name AS name, many
      """
    Then the result should be, in any order:
      | name  | many |
      | 'Ann' | 2    |
      | 'Bob' | 1    |
      | 'Cid' | 0    |
    And no side effects

  Scenario: [13] CALL with all in scope
    # Neo4j 5 manual, CALL subqueries, variable scope clause
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
      MATCH (p:Person) CALL (*) { MATCH (p)-[:HAS]->(d) WITH d RETURN d.name + p.name AS both } RETURN both
      """
    Then the result should be, in any order:
      | both     |
      | 'DotAnn' |
      | 'EveCid' |
    And no side effects

  Scenario: [14] CALL with an empty scope
    # Neo4j 5 manual, CALL subqueries, variable scope clause
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
      MATCH (p:Person {name: 'Ann'}) CALL () { RETURN 1 AS one } RETURN p.name AS name, one
      """
    Then the result should be, in any order:
      | name  | one |
      | 'Ann' | 1   |
    And no side effects

  Scenario: [15] OPTIONAL CALL keeps rows
    # Neo4j 5 manual, OPTIONAL CALL
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
      MATCH (p:Person) OPTIONAL CALL (p) { MATCH (p)-[:HAS]->(d) RETURN d.name AS dog } RETURN p.name AS name, dog
      """
    Then the result should be, in any order:
      | name  | dog   |
      | 'Ann' | 'Dot' |
      | 'Bob' | null  |
      | 'Cid' | 'Eve' |
    And no side effects

  Scenario: [16] CALL of a UNION
    # Neo4j 5 manual, CALL subqueries, post-union processing
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
      CALL { MATCH (p:Person) RETURN p.name AS name UNION ALL MATCH (d:Dog) RETURN d.name AS name }
      RETURN count(*) AS many
      """
    Then the result should be, in any order:
      | many |
      | 5    |
    And no side effects

  Scenario: [17] What CALL returns must be new
    # Neo4j 5 manual, CALL subqueries
    Given an empty graph
    When executing query:
      """
      MATCH (n) CALL { RETURN 1 AS n } RETURN n
      """
    Then a SyntaxError should be raised at compile time: VariableAlreadyBound

  Scenario: [18] A subquery beside an aggregation takes grouping keys
    # Neo4j 5 manual, aggregating functions, grouping keys
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
      MATCH (p:Person)-[:KNOWS]->(q) RETURN p.name AS name, p, count(q) + COUNT { (p)-[:HAS]->() } AS many ORDER BY name LIMIT 1
      """
    Then the result should be, in any order:
      | name  | p                                | many |
      | 'Ann' | (:Person {name: 'Ann', age: 30}) | 3    |
    And no side effects

  Scenario: [19] and nothing else
    # Neo4j 5 manual, aggregating functions, grouping keys
    Given an empty graph
    When executing query:
      """
      MATCH (p)-->(q) RETURN count(q) + COUNT { (p)-->() } AS many
      """
    Then a SyntaxError should be raised at compile time: AmbiguousAggregationExpression
