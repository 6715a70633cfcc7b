import java.io.PrintWriter;
import java.io.StringWriter;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.jsp.JspWriter;
import javax.servlet.jsp.PageContext;
import javax.servlet.jsp.tagext.SimpleTagSupport;
import org.apache.commons.text.StringEscapeUtils;
import org.owasp.encoder.Encode;
import org.springframework.web.util.HtmlUtils;

class HelloServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("text/html;charset=UTF-8");
        String name = request.getParameter("name");
        PrintWriter out = response.getWriter();
        // ruleid: JV-020
        out.println("<h1>Hello " + name + "</h1>");
        // ruleid: JV-020
        response.getWriter().write(name);
        // ruleid: JV-020
        out.printf("<p>%s</p>", name);
        Object[] values = {"a", name};
        // ruleid: JV-020
        response.getWriter().format(java.util.Locale.US, "%1$s and %2$s", values);
        // ruleid: JV-020
        response.getOutputStream().print("<p>" + request.getHeader("X-Name"));
        // ruleid: JV-020
        out.write(name.toCharArray(), 0, name.length());
        show(response, name);

        // ok: JV-020
        out.println("<h1>Hello " + Encode.forHtml(name) + "</h1>");
        // ok: JV-020
        out.println(HtmlUtils.htmlEscape(name));
        // ok: JV-020
        out.println(StringEscapeUtils.escapeHtml4(name));
        // ok: JV-020
        out.println(org.owasp.esapi.ESAPI.encoder().encodeForHTML(name));
        int page = Integer.parseInt(request.getParameter("page"));
        // ok: JV-020
        out.println("page " + page);
        // ok: JV-020
        out.println("<a href=\"/find?q=" + java.net.URLEncoder.encode(name, "UTF-8") + "\">again</a>");
        StringWriter text = new StringWriter();
        // ok: JV-020
        text.write(name);
        PrintWriter file = new PrintWriter("/var/log/names");
        // ok: JV-020
        file.println(name);
    }

    private void show(HttpServletResponse response, String name) throws Exception {
        PrintWriter out = response.getWriter();
        // ruleid: JV-020
        out.println("<p>" + name);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("application/json");
        PrintWriter out = response.getWriter();
        // ok: JV-020
        out.println("{\"name\": \"" + request.getParameter("name") + "\"}");
    }
}

class NameTag extends SimpleTagSupport {
    void write(JspWriter out, jakarta.servlet.http.HttpServletRequest request) throws Exception {
        // ruleid: JV-020
        out.print(request.getParameter("name"));
        // ok: JV-020
        out.print(request.getAttribute("name"));
    }
}

class ReadBack extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String id = request.getParameter("id");
        java.sql.ResultSet rows = statement.executeQuery("SELECT name FROM t WHERE id = " + id);
        // ok: JV-020
        new java.net.Socket("printer", 9100).getOutputStream().write(id.getBytes());
        // ok: JV-020
        socket.getOutputStream().write(id.getBytes());
        // ok: JV-020
        response.getWriter().println(xpath.evaluate("//person[@id='" + id + "']", document));
        // What the database holds is not what this request says.
        // ok: JV-020
        response.getWriter().println(rows.getString("name"));
        // ok: JV-020
        response.getOutputStream().write(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("/srv", id)));
    }
}

class Sealed extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String text = request.getParameter("text");
        String sealed = cipher.encrypt(text.getBytes(), key).toBase64();
        // ok: JV-020
        response.getWriter().write(sealed);
        // ok: JV-020
        response.getWriter().write(java.util.Base64.getEncoder().encodeToString(text.getBytes()));
        // ruleid: JV-020
        response.getWriter().write(new String(java.util.Base64.getDecoder().decode(text)));
    }
}
