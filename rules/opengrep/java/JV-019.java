import io.jsonwebtoken.Claims;
import io.jsonwebtoken.JwsHeader;
import io.jsonwebtoken.SigningKeyResolverAdapter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.persistence.EntityManager;
import javax.servlet.http.Cookie;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

class AccountServlet extends HttpServlet {
    private Connection connection;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String owner = request.getParameter("owner");
        Statement statement = connection.createStatement();
        // ruleid: JV-019
        ResultSet rows = statement.executeQuery("SELECT id FROM accounts WHERE owner = '" + owner + "'");
        StringBuilder text = new StringBuilder("DELETE FROM accounts WHERE owner = '");
        text.append(owner).append("'");
        // ruleid: JV-019
        statement.execute(text.toString());
        String update = String.format("UPDATE accounts SET note = '%s'", request.getHeader("X-Note"));
        // ruleid: JV-019
        statement.addBatch(update);
        // ruleid: JV-019
        connection.createStatement().execute("SELECT 1 FROM a WHERE n = '" + request.getQueryString() + "'");
        String call = "{call report('" + owner + "')}";
        // ruleid: JV-019
        connection.prepareCall(call);

        // ok: JV-019
        PreparedStatement bound = connection.prepareStatement("SELECT id FROM accounts WHERE owner = ?");
        bound.setString(1, owner);
        // ok: JV-019
        rows = bound.executeQuery();
        int page = Integer.parseInt(request.getParameter("page"));
        // ok: JV-019
        statement.executeQuery("SELECT id FROM accounts LIMIT 20 OFFSET " + page * 20);
        // ok: JV-019
        statement.executeQuery("SELECT id FROM accounts WHERE tenant = '" + request.getAttribute("tenant") + "'");
        // ok: JV-019
        statement.executeQuery("SELECT id FROM accounts WHERE length(owner) = " + owner.length());
        // ok: JV-019
        statement.executeQuery("SELECT id FROM accounts WHERE owner = " + statement.enquoteLiteral(owner));
        // ok: JV-019
        statement.executeQuery("SELECT id FROM accounts WHERE kind = '" + Kind.valueOf(owner) + "'");
    }

    @Override
    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws Exception {
        String name = "";
        Cookie[] cookies = req.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals("name")) {
                    name = cookie.getValue();
                }
            }
        }
        Map<String, Object> values = new HashMap<>();
        values.put("fixed", "none");
        values.put("name", name);
        // ruleid: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE n = '" + values.get("name") + "'");
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE n = '" + values.get("fixed") + "'");
        List<String> parts = new ArrayList<>();
        parts.add(name);
        // ruleid: JV-019
        connection.createStatement().executeUpdate("DELETE FROM t WHERE n IN ('" + String.join("','", parts) + "')");
        find(name);
        String sort = req.getParameter("sort");
        String column = "created";
        if ("name".equals(sort)) {
            column = "name";
        }
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t ORDER BY " + column);
        String order;
        switch (req.getParameter("order")) {
            case "up":
                order = "ASC";
                break;
            default:
                order = "DESC";
        }
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t ORDER BY a " + order);
        if (List.of("name", "created").contains(sort)) {
            // Needs `allow-list`.
            // todook: JV-019
            connection.prepareStatement("SELECT a FROM t ORDER BY " + sort);
        }
        if (!sort.matches("[a-z]+")) {
            return;
        }
        // Needs `full-match`.
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t ORDER BY " + sort);
    }

    private void find(String name) throws Exception {
        String query = "SELECT a FROM t WHERE n = '" + name + "'";
        // ruleid: JV-019
        connection.createStatement().executeQuery(query);
    }

    void headers(HttpServletRequest request) throws Exception {
        java.util.Enumeration<String> values = request.getHeaders("X-Filter");
        String filter = values.nextElement();
        String[] ids = request.getParameterValues("id");
        Map<String, String[]> all = request.getParameterMap();
        // ruleid: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE f = " + filter);
        // ruleid: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE id = " + ids[0]);
        // ruleid: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE id = " + all.get("id")[0]);
        String overwritten = filter;
        overwritten = "1";
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE f = " + overwritten);
        String marks = "?,".repeat(ids.length);
        // ok: JV-019
        connection.prepareStatement("SELECT a FROM t WHERE id IN (" + marks + "0)");
    }
}

@RestController
class OrderController {
    private JdbcTemplate jdbcTemplate;
    private EntityManager manager;
    private org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate named;
    private OrderRepository repository;

    @GetMapping("/orders")
    List<Order> list(@RequestParam String state, @RequestParam(defaultValue = "0") int page, String customer) {
        // ruleid: JV-019
        jdbcTemplate.queryForList("SELECT * FROM orders WHERE state = '" + state + "'");
        // ruleid: JV-019
        this.jdbcTemplate.update("UPDATE orders SET seen = 1 WHERE customer = '" + customer + "'");
        // ok: JV-019
        jdbcTemplate.queryForList("SELECT * FROM orders WHERE state = ?", state);
        // ok: JV-019
        jdbcTemplate.queryForList("SELECT * FROM orders OFFSET " + page);
        // ruleid: JV-019
        named.query("SELECT * FROM orders WHERE state = '" + state + "'", rows -> {});
        Order known = repository.findByState(state);
        // ok: JV-019
        jdbcTemplate.queryForList("SELECT * FROM orders WHERE state = '" + known.getState() + "'");
        return manager
                // ruleid: JV-019
                .createQuery("FROM Order o WHERE o.state = '" + state + "'", Order.class)
                .getResultList();
    }

    @PostMapping("/orders/search")
    Object search(@RequestBody SearchForm form) {
        String jpql = "FROM Order o WHERE o.customer = '" + form.getCustomer() + "'";
        if (form.getLimit() > 0) {
            jpql += " AND o.total > :limit";
        }
        // ruleid: JV-019
        manager.createQuery(jpql);
        // ok: JV-019
        manager.createQuery("FROM Order o WHERE o.customer = :customer").setParameter("customer", form.getCustomer());
        // ruleid: JV-019
        return manager.createNativeQuery("SELECT * FROM orders WHERE note LIKE '%" + form.getNote() + "%'");
    }

    @GetMapping("/orders/{id}")
    Object one(@PathVariable("id") String id, @PathVariable java.util.UUID tenant, Principal principal) {
        // ruleid: JV-019
        jdbcTemplate.queryForMap("SELECT * FROM orders WHERE id = " + id);
        // ok: JV-019
        jdbcTemplate.queryForMap("SELECT * FROM orders WHERE tenant = '" + tenant + "'");
        // ok: JV-019
        jdbcTemplate.queryForMap("SELECT * FROM orders WHERE owner = '" + principal.getName() + "'");
        // ok: JV-019
        jdbcTemplate.queryForMap("SELECT * FROM orders WHERE id = ?", Long.valueOf(id));
        // ok: JV-019
        return cache.query("SELECT * FROM orders WHERE id = " + id);
    }
}

interface Catalogue {
    // A client that the program calls, not a handler.
    @GetMapping("/items")
    List<Item> items(@RequestParam String name);
}

class Keys extends SigningKeyResolverAdapter {
    private Connection connection;

    @Override
    public byte[] resolveSigningKeyBytes(JwsHeader header, Claims claims) {
        final String kid = (String) header.get("kid");
        // ruleid: JV-019
        ResultSet found = connection.createStatement().executeQuery("SELECT key FROM jwt_keys WHERE id = '" + kid + "'");
        PreparedStatement statement = connection.prepareStatement("SELECT key FROM jwt_keys WHERE id = ?");
        statement.setString(1, kid);
        // ok: JV-019
        statement.executeQuery();
        return found.getBytes(1);
    }
}
