import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;
import org.dom4j.io.SAXReader;

class DirectoryServlet extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String user = request.getParameter("user");
        XPathFactory factory = XPathFactory.newInstance();
        XPath xpath = factory.newXPath();
        String text = "/people/person[@id='" + user + "']/name";
        // ruleid: JV-024
        xpath.evaluate(text, document);
        // ruleid: JV-024
        XPathExpression expression = xpath.compile("//person[name='" + user + "']");
        // ruleid: JV-024
        factory.newXPath().compile(String.format("//person[name='%s']", user));
        org.dom4j.Document tree = new SAXReader().read("people.xml");
        // ruleid: JV-024
        tree.selectNodes("//person[@id='" + user + "']");

        // ok: JV-024
        expression.evaluate(user, XPathConstants.NODESET);
        xpath.setXPathVariableResolver(name -> user);
        // ok: JV-024
        xpath.evaluate("/people/person[@id=$id]/name", document);
        // ok: JV-024
        xpath.evaluate("/people/person[" + Integer.parseInt(user) + "]", document);
        // ok: JV-024
        xpath.evaluate("//person[name='" + org.owasp.esapi.ESAPI.encoder().encodeForXPath(user) + "']", document);
        // ok: JV-024
        java.util.regex.Pattern.compile(user);
    }
}
