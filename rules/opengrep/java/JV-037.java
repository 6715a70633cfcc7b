import java.util.Objects;

class Login {
    private static final String DEFAULT_PASSWORD = "admin";

    boolean positives(String username, String password, Form form) {
        // ruleid: JV-037
        if ("CaptainJack".equals(username) && "BlackPearl".equals(password)) {
            return true;
        }
        // ruleid: JV-037
        if (DEFAULT_PASSWORD.equals(password)) {
            return true;
        }
        // ruleid: JV-037
        if (form.getPassword().equals("letmein99")) {
            return true;
        }
        // ruleid: JV-037
        return Objects.equals(password, "letmein99");
    }

    boolean negatives(String type, String password, String stored) {
        // ok: JV-037
        if ("".equals(password) || "null".equals(password)) {
            return false;
        }
        // ok: JV-037
        if (type.equals("password") || "password".equals(type)) {
            return false;
        }
        // ok: JV-037
        return encoder.matches(password, stored) || stored.equals(password);
    }
}
