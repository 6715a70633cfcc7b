import javax.naming.Context;
import javax.naming.InitialContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.sql.DataSource;

class TenantServlet extends HttpServlet {
    private static final String NAME = "java:comp/env/jdbc/app";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String tenant = request.getParameter("tenant");
        Context context = new InitialContext();
        // ruleid: JV-018
        Object found = context.lookup(tenant);
        // ruleid: JV-018
        InitialContext.doLookup("ldap://" + request.getHeader("X-Directory") + "/x");
        // ruleid: JV-018
        new InitialContext().lookup(request.getHeader("X-Name"));
        // ruleid: JV-018
        java.rmi.Naming.lookup(tenant);
        // ruleid: JV-018
        java.sql.DriverManager.getConnection(tenant, "app", "");

        // ok: JV-018
        DataSource source = (DataSource) context.lookup("java:comp/env/jdbc/" + tenant);
        // ok: JV-018
        context.lookup(NAME);
        // ok: JV-018
        cache.lookup(tenant);
        // ok: JV-018
        context.lookup("shard" + Integer.parseInt(tenant));
    }
}
