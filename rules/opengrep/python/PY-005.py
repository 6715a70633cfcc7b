import sqlite3
import sqlalchemy as sa
from sqlalchemy import text as statement

TABLE = "users"


def positives(cur, session, i, name, uid, User):
    # ruleid: PY-005
    cur.execute(f"SELECT a FROM t WHERE id={i}")
    # ruleid: PY-005
    cur.execute(
        "SELECT a FROM t"
        " WHERE n='%s'" % name
    )
    # ruleid: PY-005
    session.execute(sa.text("DELETE FROM t WHERE n = '" + name + "'"))
    # ruleid: PY-005
    cur.execute("select a from t where id = {}".format(uid))
    # ruleid: PY-005
    cur.execute("SELECT a FROM t WHERE id = %d and b = %s" % (uid, name))
    # ruleid: PY-005
    cur.execute("SELECT a FROM t WHERE %s = '%s'" % ("n", name))
    query = f"UPDATE t SET n = '{name}' WHERE id = {i:d}"
    # ruleid: PY-005
    cur.execute(query)
    # ruleid: PY-005
    rows = User.objects.raw("SELECT * FROM u WHERE n = '%s'" % name)
    # ruleid: PY-005
    return session.execute(statement(f"""
        SELECT a FROM {TABLE} WHERE n = '{name}'
    """)), rows


def negatives(cur, executor, i, name, ids, get_text, table_name, columns):
    # ok: PY-005
    cur.execute("SELECT a FROM t WHERE id=%s", (i,))
    # ok: PY-005
    cur.execute("SELECT a FROM t WHERE n = '%s'", name)
    # ok: PY-005
    label = get_text(f"select {name}")
    # ok: PY-005
    cur.execute(f"SELECT a FROM {TABLE} WHERE id = ?", (i,))
    placeholders = ",".join("?" for _ in ids)
    # ok: PY-005
    cur.execute(f"SELECT a FROM t WHERE id IN ({placeholders})", ids)
    # ok: PY-005
    cur.execute(f"INSERT INTO {table_name} ({', '.join(columns)}) VALUES (?)", ids)
    # ok: PY-005
    cur.execute(f"ALTER TABLE {label} RENAME TO _{label}")
    # ok: PY-005
    executor.execute(f"job {name}")
    order = "ASC"
    # ok: PY-005
    cur.execute(f"SELECT a FROM t ORDER BY a {order}")
    # ok: PY-005
    cur.execute("SELECT %s FROM %s WHERE id = 1" % (columns, table_name))
    # ok: PY-005
    cur.execute("SELECT a FROM t LIMIT %d" % int(i))
    # cur.execute(f"SELECT a FROM t WHERE id={i}")
    query = f"SELECT a FROM t WHERE id = {i}"
    query = "SELECT a FROM t WHERE id = ?"
    # ok: PY-005
    cur.execute(query, (i,))
    # ok: PY-005
    return "cur.execute(f'SELECT a FROM t WHERE id={i}')", label


class Schema:
    def fill(self, cursor, model, field, value, name):
        # ok: PY-005
        self.execute(
            "UPDATE %(table)s SET %(column)s = %%s"
            % {"table": self.quote_name(model.table), "column": self.quote_name(field.column)},
            [value],
        )
        # ruleid: PY-005
        self.execute("UPDATE %(table)s SET a = '%(value)s'" % {"table": self.quote_name(model.table), "value": value})
        # ok: PY-005
        cursor.execute("SELECT * FROM {} WHERE 1 > {}".format(self.quote_name(name), self.cache_counter))
        # ruleid: PY-005
        cursor.execute("SELECT * FROM {} WHERE a > {}".format(self.quote_name(name), value))

    def ask(self, cursor, func, value):
        # ok: PY-005
        cursor.execute("SELECT %s()" % func)
        # ruleid: PY-005
        cursor.execute("SELECT %s" % value)

    def nested(self, query, statement):
        sql, params = query.get_compiler().as_sql()
        # ok: PY-005
        rows = models.RawSQL("SELECT * FROM (%s) subquery" % sql, params)
        # ruleid: PY-005
        return rows, models.RawSQL("SELECT * FROM (%s) subquery" % statement, params)
