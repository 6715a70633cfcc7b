import groovy.lang.GroovyShell;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.FormParam;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import org.springframework.ai.tool.annotation.Tool;

@Path("/calculator")
class Calculator {
    private final ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");

    @POST
    public Object run(@FormParam("code") String code, @FormParam("count") int count) throws Exception {
        // ruleid: JV-026
        engine.eval("var x = " + code);
        // ruleid: JV-026
        new GroovyShell().evaluate(code);
        // ruleid: JV-026
        new ScriptEngineManager().getEngineByName("js").eval(code);
        engine.put("value", code);
        // ok: JV-026
        engine.eval("value.length");
        // ok: JV-026
        engine.eval("1 + " + count);
        // ok: JV-026
        return evaluator.eval(code);
    }

    @Tool(description = "Computes a formula")
    String compute(String formula) throws Exception {
        // ruleid: JV-026
        return "" + engine.eval(formula);
    }

    void load(HttpServletRequest request) throws Exception {
        GroovyShell shell = new GroovyShell();
        String script = request.getReader().readLine();
        // ruleid: JV-026
        shell.parse(script).run();
        // ruleid: JV-026
        new java.net.URLClassLoader(new java.net.URL[] {new java.net.URL(request.getParameter("jar"))});
        // ok: JV-026
        shell.evaluate(new java.io.File("/etc/app/rules.groovy"));
    }
}
