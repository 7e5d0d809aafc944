"""Published checksums of long exact sequences, and their computation on this installation.

A program in any language whose bytes have the same checksum has the same answers: see
https://pokerbits.github.io/pokerbits/latest/reference/certificates/.

>>> import pokerbits as pb
>>> pb.certificates.certify(["strengths-5", "hands-2-3"])
<Certification: 2 certificates, all equal>
"""

from pokerbits._certificates.certify import certify, chunks
from pokerbits._certificates.published import CERTIFICATES, Certificate
from pokerbits._certificates.result import Certification
from pokerbits._public import publish_namespace

__all__ = ["CERTIFICATES", "Certificate", "Certification", "certify", "chunks"]

publish_namespace(__name__)
