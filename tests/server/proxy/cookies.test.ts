import { expect, test } from 'vitest'
import { externalLoginAddress } from '#domain/external-login.ts'
import { cookieOfThisOrigin, cookiesOfBackEnd } from '#server/proxy/proxy-app.ts'

test.each([
  [
    's=1; Domain=api.example.org; Path=/diver; Secure; HttpOnly; SameSite=Strict',
    's=1; SameSite=Strict; Path=/; HttpOnly',
  ],
  ['s=a=b; Max-Age=0', 's=a=b; Max-Age=0; Path=/; HttpOnly'],
  ['s=1; secure; samesite=none; domain=.example.org', 's=1; SameSite=Lax; Path=/; HttpOnly'],
])('converts %s to a cookie of this origin', (cookie, expected) => {
  expect(cookieOfThisOrigin(cookie, false)).toBe(expected)
})

test('marks cookies as Secure behind TLS', () => {
  expect(cookieOfThisOrigin('s=1; SameSite=None', true)).toBe('s=1; SameSite=None; Path=/; HttpOnly; Secure')
})

test('passes the return address under the parameter of the login', () => {
  const here = 'https://diver.example.org/cohorts/12?beside=%2Fvariables&draft=a'
  const back = encodeURIComponent(here)
  expect(externalLoginAddress('https://login.example.org/', here)).toBe(`https://login.example.org/?return_to=${back}`)
  expect(externalLoginAddress('https://login.example.org/?app=7#top', here)).toBe(
    `https://login.example.org/?app=7&return_to=${back}#top`,
  )
  expect(externalLoginAddress('https://login.example.org/?rd={return}&x=1', here)).toBe(
    `https://login.example.org/?rd=${back}&x=1`,
  )
})

test('renames a __Host- cookie without TLS, and back for the back end', () => {
  const cookie = '__Host-session=1; Secure; Path=/; HttpOnly'
  expect(cookieOfThisOrigin(cookie, true)).toBe('__Host-session=1; Path=/; HttpOnly; Secure')
  expect(cookieOfThisOrigin(cookie, false)).toBe('plain.__Host-session=1; Path=/; HttpOnly')
  expect(cookiesOfBackEnd('a=plain.__Host-; plain.__Host-session=1; b=2')).toBe(
    'a=plain.__Host-; __Host-session=1; b=2',
  )
})
