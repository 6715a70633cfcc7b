import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.AnyTypePermission;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.*;

class Positives {
    Object a(java.io.InputStream in) {
        // ruleid: JV-016
        return new Yaml().load(in);
    }

    Object b(java.io.InputStream in) {
        // ruleid: JV-016
        Yaml yaml = new Yaml();
        log.info("reading");
        return yaml.loadAs(in, Config.class);
    }

    Object c(XStream xstream, String text) {
        // ruleid: JV-016
        Yaml yaml = new Yaml(
                new Constructor(Config.class));
        // ruleid: JV-016
        xstream.addPermission(AnyTypePermission.ANY);
        return yaml;
    }

    Object d(String text) {
        // ruleid: JV-016
        XStream xstream = new XStream(new DomDriver());
        xstream.ignoreUnknownElements();
        return xstream.fromXML(text);
    }
}

class Negatives {
    Object a(java.io.InputStream in) {
        // ok: JV-016
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
    }

    Object b(Object map) {
        // ok: JV-016
        Yaml yaml = new Yaml();
        return yaml.dump(map);
    }

    Object c(String text) {
        // ok: JV-016
        XStream xstream = new XStream();
        xstream.allowTypes(new Class[] {Order.class});
        return xstream.fromXML(text);
    }

    Object d() {
        // ok: JV-016
        Yaml yaml = new Yaml(new Constructor(Config.class, new LoaderOptions()));
        // new Yaml().load(in)
        // ok: JV-016
        return "new Yaml().load(in)" + new acme.Yaml().load(yaml);
    }
}
