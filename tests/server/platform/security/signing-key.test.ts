import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicKeysIn, signingKeyOf } from '#server/platform/security/signing-key.ts'

const KEY = signingKeyOf(randomBytes(32))

test('a signature is valid for its text and key only', () => {
  const signature = KEY.sign('a text')
  expect(KEY.isSignature('a text', signature)).toBe(true)
  expect(KEY.isSignature('another text', signature)).toBe(false)
  expect(KEY.isSignature('a text', '')).toBe(false)
  expect(signingKeyOf(randomBytes(32)).isSignature('a text', signature)).toBe(false)
})

test('is the key pair of RFC 8032, section 7.1, test 1', () => {
  const key = signingKeyOf(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'))
  expect(Buffer.from(key.sign(''), 'base64').toString('hex')).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  )
})

test('reads public keys in PEM, of Ed25519 only', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const [first, other, ...more] = publicKeysIn(`Our keys:\n${KEY.pem}\n${pem}`) ?? []
  expect([first?.id, more]).toEqual([KEY.id, []])
  const signature = sign(
    null,
    Buffer.from('a text'),
    createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  )
  expect(other?.isSignature('a text', signature.toString('base64'))).toBe(true)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'pem', type: 'spki' })
  expect([publicKeysIn(''), publicKeysIn(rsa.toString()), publicKeysIn(pem.replace('MC', 'MD'))]).toEqual([
    null,
    null,
    null,
  ])
})
