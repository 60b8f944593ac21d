import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** An Ed25519 key pair. */
export interface SigningKey extends PublicKey {
  /** The signature of a text in base64. */
  readonly sign: (text: string) => string
}

export interface PublicKey {
  /** The SHA-256 of the public key (SubjectPublicKeyInfo in DER), in hexadecimal digits. */
  readonly id: string
  /** The public key in PEM. */
  readonly pem: string
  readonly isSignature: (text: string, signature: string) => boolean
}

/** PKCS #8 of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key pair of a secret of 32 bytes. */
export function signingKeyOf(secret: Uint8Array): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: 'der', type: 'pkcs8' })
  return {
    ...publicKeyOf(createPublicKey(privateKey)),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

/** The Ed25519 public keys of a text in PEM; null if a key is invalid or none is there. */
export function publicKeysIn(text: string): PublicKey[] | null {
  try {
    const keys = [...text.matchAll(PEM)].map(([pem]) => createPublicKey(pem))
    const areAll = keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')
    return areAll ? keys.map(publicKeyOf) : null
  } catch {
    return null
  }
}

function publicKeyOf(key: KeyObject): PublicKey {
  return {
    id: createHash('sha256')
      .update(key.export({ format: 'der', type: 'spki' }))
      .digest('hex'),
    pem: key.export({ format: 'pem', type: 'spki' }).toString(),
    isSignature: (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')),
  }
}
