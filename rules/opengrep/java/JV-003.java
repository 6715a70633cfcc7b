import java.sql.Statement;

class Positives {
    private static final String TABLE = "t";

    void all(java.sql.Connection con, Statement st, javax.persistence.EntityManager em, String id, Form form, String owner)
            throws Exception {
        // ruleid: JV-003
        st.executeQuery("SELECT a FROM t WHERE id=" + id);
        // ruleid: JV-003
        em.createQuery(
                "FROM User u"
                        + " WHERE u.name = '" + form.getName() + "'");
        // ruleid: JV-003
        con.prepareStatement("DELETE FROM " + TABLE + " WHERE owner = " + owner);
        // ruleid: JV-003
        jdbcTemplate.update(String.format("UPDATE t SET a = '%s'", owner));
        String text = "SELECT a FROM t WHERE n = '%s'";
        // ruleid: JV-003
        st.executeQuery(String.format(text, owner));
        String query = "SELECT a FROM t WHERE n = '" + owner + "'";
        // ruleid: JV-003
        st.execute(query);
        // ruleid: JV-003
        em.createNativeQuery("SELECT * FROM " + tableName + " WHERE id = " + id).getResultList();
    }
}

class Negatives {
    static final String NAME = "a";

    void none(java.sql.Connection con, Statement st, javax.persistence.EntityManager em, String n, String placeholders) {
        // ok: JV-003
        em.createQuery("SELECT a FROM T a WHERE a.n LIKE :n").setParameter("n", "%" + n + "%");
        // ok: JV-003
        st.executeQuery("SELECT a " + "FROM t");
        // ok: JV-003
        em.createQuery("SELECT e FROM " + entityClass.getSimpleName() + " e");
        // ok: JV-003
        con.prepareStatement("SELECT a FROM t WHERE id IN (" + placeholders + ")");
        // ok: JV-003
        st.executeQuery("SELECT a FROM " + Tables.USERS);
        // ok: JV-003
        st.execute("DROP TABLE " + tableName);
        // st.executeQuery("SELECT a FROM t WHERE id=" + id);
        // ok: JV-003
        log.info("update " + n);
        String label = "user %s";
        // ok: JV-003
        cache.update(String.format(label, n));
        // ok: JV-003
        cache.update("user " + n);
        // ok: JV-003
        st.executeQuery("SELECT " + NAME + " FROM t");
    }
}
