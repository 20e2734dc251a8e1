Feature: ShortestPaths - Paths of which some are selected

  Scenario: [1] ALL SHORTEST
    # Neo4j 5 manual, shortest paths
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = ALL SHORTEST (:S)-[:R]->+(:T) RETURN [n IN nodes(p) | n.k] AS path
      """
    Then the result should be, in any order:
      | path      |
      | [1, 2, 4] |
      | [1, 3, 4] |
    And no side effects

  Scenario: [2] SHORTEST k GROUPS
    # Neo4j 5 manual, shortest paths, shortest groups
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = SHORTEST 2 GROUPS (:S)-[:R]->+(:T) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 2 |
      | 2 |
      | 3 |
    And no side effects

  Scenario: [3] SHORTEST k where there are no more
    # Neo4j 5 manual, shortest paths
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = SHORTEST 5 (:S)-[:R]->+(:T) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 2 |
      | 2 |
      | 3 |
    And no side effects

  Scenario: [4] The length of one of several shortest paths is known
    # Neo4j 5 manual, shortest paths
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = SHORTEST 1 (:S)-[:R]->+(:T) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 2 |
    And no side effects

  Scenario: [5] A condition inside is tested before
    # Neo4j 5 manual, shortest paths, pre-filters
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = ALL SHORTEST ((:S) ((x)-[:R]->(y) WHERE y.k <> 2 AND y.k <> 3)+ (:T)) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 3 |
    And no side effects

  Scenario: [6] A condition outside is tested after
    # Neo4j 5 manual, shortest paths, post-filters
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH p = ALL SHORTEST (:S)-[:R]->+(:T) WHERE length(p) > 2 RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
    And no side effects

  Scenario: [7] ANY of one path
    # Neo4j 5 manual, shortest paths, ANY
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH p = ANY (:S)-[:Q]->+(b) RETURN b.k AS b
      """
    Then the result should be, in any order:
      | b |
      | 3 |
    And no side effects

  Scenario: [8] Between every two nodes
    # Neo4j 5 manual, shortest paths, partitions
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH p = SHORTEST 1 (a {k: 1})-[:R]->+(b) RETURN b.k AS b, length(p) AS l
      """
    Then the result should be, in any order:
      | b | l |
      | 2 | 1 |
      | 3 | 2 |
      | 4 | 3 |
      | 1 | 4 |
    And no side effects

  Scenario: [9] shortestPath()
    # openCypher 9, shortestPath; Neo4j 5 manual, shortestPath()
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S), (b:T), p = shortestPath((a)-[*]->(b)) RETURN [r IN relationships(p) | r.w] AS path
      """
    Then the result should be, in any order:
      | path   |
      | [9, 3] |
    And no side effects

  Scenario: [10] allShortestPaths()
    # Neo4j 5 manual, allShortestPaths()
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R]->(b)-[:R]->(d), (a)-[:R]->(c)-[:R]->(d), (a)-[:R]->(b2 {k: 5})-[:R]->(c2 {k: 6})-[:R]->(d)
      """
    When executing query:
      """
      MATCH (a:S), (b:T) MATCH p = allShortestPaths((a)-[:R*]->(b)) RETURN count(p) AS many
      """
    Then the result should be, in any order:
      | many |
      | 2    |
    And no side effects

  Scenario: [11] A condition on the path of shortestPath() is tested before
    # Neo4j 5 manual, shortestPath(), predicates
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S), (b:T), p = shortestPath((a)-[*]->(b)) WHERE none(r IN relationships(p) WHERE r.w = 9) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 3 |
    And no side effects

  Scenario: [12] No path
    # Neo4j 5 manual, shortestPath()
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S), (b:T) RETURN shortestPath((b)-[:Q*]->(a)) AS p
      """
    Then the result should be, in any order:
      | p    |
      | null |
    And no side effects

  Scenario: [13] shortestPath() as an expression
    # Neo4j 5 manual, shortestPath()
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S), (b:T) RETURN length(shortestPath((a)-[*]->(b))) AS l, size(allShortestPaths((a)-[*]->(b))) AS many
      """
    Then the result should be, in any order:
      | l | many |
      | 2 | 1    |
    And no side effects

  Scenario: [14] An undirected path
    # Neo4j 5 manual, shortestPath()
    Given an empty graph
    And having executed:
      """
      CREATE (a:S {k: 1}), (b {k: 2}), (c {k: 3}), (d:T {k: 4})
      CREATE (a)-[:R {w: 1}]->(b)-[:R {w: 2}]->(c)-[:R {w: 3}]->(d), (a)-[:Q {w: 9}]->(c), (d)-[:R {w: 4}]->(a)
      """
    When executing query:
      """
      MATCH (a:S), (b:T), p = shortestPath((a)-[:R*]-(b)) RETURN length(p) AS l
      """
    Then the result should be, in any order:
      | l |
      | 1 |
    And no side effects
