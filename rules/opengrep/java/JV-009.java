import org.springframework.ldap.query.LdapQueryBuilder;

import java.util.Hashtable;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.filter.HardcodedFilter;
import org.springframework.ldap.support.LdapEncoder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

class LoginServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String user = request.getParameter("user");
        DirContext context = new InitialDirContext(new Hashtable<>());
        SearchControls controls = new SearchControls();
        String filter = "(&(objectClass=person)(uid=" + user + "))";
        // ruleid: JV-009
        context.search("ou=people,dc=example,dc=org", filter, controls);
        // ruleid: JV-009
        context.search("uid=" + user + ",ou=people", "(objectClass=*)", controls);
        // ruleid: JV-009
        context.search("ou=people", "(uid=" + user + ")", new Object[] {"a"}, controls);
        // ruleid: JV-009
        context.getAttributes("uid=" + user + ",ou=people");
        InitialDirContext idc = (InitialDirContext) context;
        StringBuilder text = new StringBuilder("(mail=");
        text.append(request.getHeader("X-Mail")).append(")");
        // ruleid: JV-009
        idc.search("ou=people", text.toString(), controls);

        // ok: JV-009
        context.search("ou=people", "(uid={0})", new Object[] {user}, controls);
        // ok: JV-009
        context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(user) + ")", controls);
        // ok: JV-009
        context.search("ou=people", "(uid=" + org.owasp.esapi.ESAPI.encoder().encodeForLDAP(user) + ")", controls);
        int number = Integer.parseInt(request.getParameter("number"));
        // ok: JV-009
        context.search("ou=people", "(employeeNumber=" + number + ")", controls);
        // ok: JV-009
        context.search("ou=people", "(uid=" + request.getRemoteUser() + ")", controls);
        // ok: JV-009
        index.search("title", user, 10);
    }
}

class PeopleController {
    private LdapTemplate ldapTemplate;

    @GetMapping("/people")
    Object find(@RequestParam String name, @RequestParam String unit) {
        // ruleid: JV-009
        ldapTemplate.search("ou=people", "(cn=*" + name + "*)", mapper);
        // ruleid: JV-009
        ldapTemplate.search("ou=" + unit, "(cn=*)", mapper);
        // ruleid: JV-009
        new HardcodedFilter("(cn=" + name + ")");
        // ruleid: JV-009
        ldapTemplate.search(LdapQueryBuilder.query().base("ou=people").filter("(cn=" + name + ")"), mapper);
        // ok: JV-009
        ldapTemplate.search("ou=people", new EqualsFilter("cn", name).encode(), mapper);
        // ok: JV-009
        return ldapTemplate.search(LdapQueryBuilder.query().where("cn").is(name), mapper);
    }
}
