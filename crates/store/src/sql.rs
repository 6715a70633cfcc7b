//! Statements that the query builder would only make longer: text and values put together in order.

use domain::Timestamp;
use sea_orm::{ConnectionTrait, QueryResult, Statement, Value};

use crate::Error;

#[cfg(test)]
thread_local! {
    /// What was run on this thread, for the tests that look at how it is answered.
    pub(crate) static RAN: std::cell::RefCell<Vec<Statement>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// A statement under construction.
#[derive(Debug, Default, Clone)]
pub(crate) struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            values: Vec::new(),
        }
    }

    /// Puts words of the language before.
    pub(crate) fn prefixed(mut self, text: &str) -> Self {
        self.text.insert_str(0, text);
        self
    }

    /// Appends words of the language, never a value of a caller.
    pub(crate) fn push(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Appends a value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self.text.push('$');
        self.text.push_str(&self.values.len().to_string());
        self
    }

    /// Appends a list of numbers.
    pub(crate) fn ids(self, ids: &[i64]) -> Self {
        let list: Vec<String> = ids.iter().map(i64::to_string).collect();
        self.push("(").push(&list.join(",")).push(")")
    }

    /// Appends the condition that a finding (`alias`, with its dot) is effectively open.
    pub(crate) fn open_at(self, alias: &str, now: Timestamp) -> Self {
        self.push(&format!(
            "({alias}status = 'open' OR ({alias}status IN ('accepted', 'false_positive') AND {alias}status_expires_at <= "
        ))
        .bind(now.as_micros())
        .push("))")
    }

    fn statement(self, db: &impl ConnectionTrait) -> Statement {
        let statement = Statement::from_sql_and_values(db.get_database_backend(), self.text, self.values);
        #[cfg(test)]
        RAN.with_borrow_mut(|ran| ran.push(statement.clone()));
        statement
    }

    pub(crate) async fn all(self, db: &impl ConnectionTrait) -> Result<Vec<QueryResult>, Error> {
        Ok(db.query_all_raw(self.statement(db)).await?)
    }

    /// Runs the statement. Without a value it is not kept prepared: it will not come again.
    pub(crate) async fn run(self, db: &impl ConnectionTrait) -> Result<(), Error> {
        if self.values.is_empty() {
            db.execute_unprepared(&self.text).await?;
        } else {
            db.execute_raw(self.statement(db)).await?;
        }
        Ok(())
    }

    /// Runs the statement; how many rows it changed.
    pub(crate) async fn affected(self, db: &impl ConnectionTrait) -> Result<u64, Error> {
        Ok(db.execute_raw(self.statement(db)).await?.rows_affected())
    }

    /// The number that the statement counts.
    pub(crate) async fn count(self, db: &impl ConnectionTrait) -> Result<u64, Error> {
        let row = db.query_one_raw(self.statement(db)).await?;
        let number: i64 = match row {
            Some(row) => row.try_get_by_index(0)?,
            None => 0,
        };
        u64::try_from(number).map_err(|_| Error::unreadable("count"))
    }
}
