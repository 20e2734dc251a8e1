//! Bolt: the protocol of several Cypher servers, spoken with blocking sockets.

mod address;
mod connection;
mod packstream;
mod temporal;
mod values;
