"""A device with passkeys, in Python, with the answers of its browser."""

import hashlib
import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG
HOST = "localhost"


class Device:
    """A device that keeps one passkey, for the site `host` at `origin`. `verifies`: it asks for a finger or a PIN."""

    def __init__(self, *, verifies: bool = True, host: str = HOST, origin: str = f"http://{HOST}") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = os.urandom(16)
        self.host, self.origin = host, origin
        self.flags = FLAG.UP | (FLAG.UV if verifies else FLAG(0))
        self.user_handle = ""

    def register(self, options: dict[str, Any]) -> str:
        """Return what the browser sends when a passkey is made."""
        asked = options["publicKey"]
        self.user_handle = asked["user"]["id"]
        key = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        public = AttestedCredentialData.create(b"\0" * 16, self.credential_id, key)
        data = AuthenticatorData.create(self._site(), self.flags | FLAG.AT, 0, public)
        said = {
            "clientDataJSON": websafe_encode(self._client("webauthn.create", asked)),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        }
        return self._credential(said, {"credProps": {"rk": True}})

    def use(self, options: dict[str, Any]) -> str:
        """Return what the browser sends when the passkey signs someone in."""
        client = self._client("webauthn.get", options["publicKey"])
        data = AuthenticatorData.create(self._site(), self.flags, 1)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        said = {
            "clientDataJSON": websafe_encode(client),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature),
            "userHandle": self.user_handle,
        }
        return self._credential(said, {})

    def _site(self) -> bytes:
        return hashlib.sha256(self.host.encode()).digest()

    def _client(self, act: str, asked: dict[str, Any]) -> bytes:
        assert len(websafe_decode(asked["challenge"])) >= 16
        said = {"type": act, "challenge": asked["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _credential(self, said: dict[str, str], extensions: dict[str, Any]) -> str:
        name = websafe_encode(self.credential_id)
        return json.dumps(
            {
                "type": "public-key",
                "id": name,
                "rawId": name,
                "response": said,
                "clientExtensionResults": extensions,
            }
        )
