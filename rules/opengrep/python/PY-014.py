import xml.sax
import xml.sax.handler as handler
from lxml import etree
from lxml.etree import XMLParser as Parser
from xml.sax.handler import feature_external_ges


def positives(parser, iterate):
    # ruleid: PY-014
    a = Parser(resolve_entities=True)
    # ruleid: PY-014
    b = etree.XMLParser(
        no_network=False,
        recover=True,
    )
    # ruleid: PY-014
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    # ruleid: PY-014
    parser.setFeature(feature_external_ges, True)
    # ruleid: PY-014
    parser.setFeature(handler.feature_external_pes, 1)
    # ruleid: PY-014
    for event in etree.iterparse("a.xml", huge_tree=True):
        iterate(event)
    return a, b


def negatives(parser, load_dtd):
    # ok: PY-014
    a = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
    )
    # ok: PY-014
    parser.setFeature(feature_external_ges, False)
    # ok: PY-014
    if parser.load_dtd == True:
        # etree.XMLParser(load_dtd=True)
        # ok: PY-014
        return "XMLParser(load_dtd=True)", a
    # ok: PY-014
    return etree.XMLParser(load_dtd=load_dtd)
