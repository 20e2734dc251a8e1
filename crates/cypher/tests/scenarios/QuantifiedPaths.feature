Feature: QuantifiedPaths - Paths that are repeated

  Scenario: [1] Group variables are lists
    # Neo4j 5 manual, quantified path patterns, group variables
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S) ((x)-[r:R]->(y)){1,2} (z) RETURN [n IN x | n.k] AS x, [q IN r | q.w] AS r, [n IN y | n.k] AS y, z.k AS z
      """
    Then the result should be, in any order:
      | x      | r      | y      | z |
      | [1]    | [1]    | [2]    | 2 |
      | [1, 2] | [1, 2] | [2, 3] | 3 |
    And no side effects

  Scenario: [2] Zero times
    # Neo4j 5 manual, quantified path patterns, quantifiers
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S) ((x)-[:Q]->(y))* (z) RETURN z.k AS z, size(x) AS many
      """
    Then the result should be, in any order:
      | z | many |
      | 1 | 0    |
      | 3 | 1    |
    And no side effects

  Scenario: [3] A condition on each time
    # Neo4j 5 manual, quantified path patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S) ((x)-[r]->(y) WHERE r.w < 3)+ (z) RETURN z.k AS z
      """
    Then the result should be, in any order:
      | z |
      | 2 |
      | 3 |
    And no side effects

  Scenario: [4] A condition across elements of one time
    # Neo4j 5 manual, quantified path patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH p = (:S) ((x)-[]->(y) WHERE x.k < y.k)+ (:T) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 3 |
      | 2 |
    And no side effects

  Scenario: [5] No relationship twice
    # relations.md R1; Neo4j 5 manual, quantified path patterns, relationship uniqueness
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S)-[r:R]->+(z) RETURN z.k AS z, size(r) AS l
      """
    Then the result should be, in any order:
      | z | l |
      | 2 | 1 |
      | 3 | 2 |
      | 4 | 3 |
      | 1 | 4 |
    And no side effects

  Scenario: [6] Quantified relationships with exact numbers
    # Neo4j 5 manual, quantified relationships
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S)-[:R]->{3}(z) RETURN z.k AS z
      """
    Then the result should be, in any order:
      | z |
      | 4 |
    And no side effects

  Scenario: [7] Several relationships at a time
    # Neo4j 5 manual, quantified path patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S) (()-[:R]->()-[:R]->()){1,2} (z) RETURN z.k AS z
      """
    Then the result should be, in any order:
      | z |
      | 3 |
      | 1 |
    And no side effects

  Scenario: [8] The older form beside it
    # Neo4j 5 manual, variable-length relationships
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (:S)-[:R*2]->(m)-[:R]->+(z:T) RETURN m.k AS m
      """
    Then the result should be, in any order:
      | m |
      | 3 |
    And no side effects

  Scenario: [9] An inner variable stands only once
    # Neo4j 5 manual, quantified path patterns, rules
    Given an empty graph
    When executing query:
      """
      MATCH (x) ((x)-->(y))+ RETURN y
      """
    Then a SyntaxError should be raised at compile time: VariableAlreadyBound

  Scenario: [10] Inline conditions
    # Neo4j 5 manual, WHERE inside patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S)-[r WHERE r.w > 5]->(b WHERE b.k = 3) RETURN b.k AS b
      """
    Then the result should be, in any order:
      | b |
      | 3 |
    And no side effects

  Scenario: [11] Inline conditions in an OPTIONAL MATCH
    # Neo4j 5 manual, WHERE inside patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S) OPTIONAL MATCH (a)-[r WHERE r.w > 9]->(b) RETURN b
      """
    Then the result should be, in any order:
      | b    |
      | null |
    And no side effects

  Scenario: [12] Inline conditions on other elements of the pattern
    # Neo4j 5 manual, WHERE inside patterns
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a)-[r:R WHERE r.w = a.k]->(b) RETURN count(*) AS many
      """
    Then the result should be, in any order:
      | many |
      | 4    |
    And no side effects
