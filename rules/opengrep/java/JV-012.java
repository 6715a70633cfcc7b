import javax.el.ELProcessor;
import javax.servlet.http.HttpServletRequest;
import javax.validation.ConstraintValidatorContext;
import ognl.Ognl;
import org.springframework.expression.Expression;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

class PriceController {
    private final ExpressionParser parser = new SpelExpressionParser();
    private final ELProcessor processor = new ELProcessor();

    @GetMapping("/price")
    Object price(@RequestParam String formula, @RequestParam int amount) {
        // ruleid: JV-012
        Expression expression = parser.parseExpression(formula);
        // ruleid: JV-012
        new SpelExpressionParser().parseExpression("#{" + formula + "}").getValue();
        // ruleid: JV-012
        processor.eval(formula);
        // ok: JV-012
        parser.parseExpression("amount * 2");
        // ok: JV-012
        parser.parseExpression("total * " + amount);
        // ok: JV-012
        number.parseLong(formula);
        // ok: JV-012
        return expression.getValue(new Order(formula));
    }

    @PostMapping("/rules")
    void rules(@RequestBody RuleForm form, HttpServletRequest request) throws Exception {
        // ruleid: JV-012
        Ognl.getValue(form.getText(), new Order(""));
        // ok: JV-012
        Ognl.getValue("name", form);
        String key = "discount." + request.getParameter("kind");
        // ruleid: JV-012
        parser.parseExpression(key);
    }

    boolean isValid(@RequestBody String name, ConstraintValidatorContext context) {
        // ruleid: JV-012
        context.buildConstraintViolationWithTemplate("unknown name " + name).addConstraintViolation();
        // ok: JV-012
        context.buildConstraintViolationWithTemplate("unknown name {name}").addConstraintViolation();
        return false;
    }
}
