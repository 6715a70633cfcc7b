import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.*;
import org.dom4j.io.SAXReader;

class Positives {
    Object a(java.io.InputStream in) throws Exception {
        // ruleid: JV-004
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(in);
    }

    Object b(java.io.InputStream in) throws Exception {
        // ruleid: JV-004
        return SAXParserFactory
                .newInstance()
                .newSAXParser();
    }

    Object c(java.io.InputStream in) throws Exception {
        // ruleid: JV-004
        XMLInputFactory factory = XMLInputFactory.newFactory();
        return factory.createXMLStreamReader(in);
    }

    Object d(java.io.InputStream in) throws Exception {
        // ruleid: JV-004
        return new SAXReader().read(in);
    }

    Object f(java.io.InputStream in, boolean strict) throws Exception {
        // ruleid: JV-004
        var factory = XMLInputFactory.newInstance();
        if (strict) {
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        }
        return factory.createXMLStreamReader(in);
    }

    Object e() {
        // ruleid: JV-004
        return javax.xml.transform.TransformerFactory.newInstance();
    }
}

class Negatives {
    Object a(java.io.InputStream in) throws Exception {
        // ok: JV-004
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(in);
    }

    Object b(java.io.InputStream in) throws Exception {
        XMLInputFactory factory;
        // ok: JV-004
        factory = XMLInputFactory.newInstance();
        try {
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(e);
        }
        return factory.createXMLStreamReader(in);
    }

    Object c(java.io.InputStream in) throws Exception {
        // ok: JV-004
        var factory = javax.xml.transform.TransformerFactory.newInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        return factory;
    }

    Object e(boolean own) throws Exception {
        DocumentBuilderFactory factory = null;
        if (own) {
            // ok: JV-004
            factory = DocumentBuilderFactory.newInstance();
        } else {
            factory = shared();
        }
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        return factory;
    }

    Object f() throws Exception {
        // ok: JV-004
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        harden(factory);
        return factory;
    }

    Object d() {
        // DocumentBuilderFactory.newInstance();
        // ok: JV-004
        return "DocumentBuilderFactory.newInstance()" + acme.DocumentBuilderFactory.newInstance();
    }
}
