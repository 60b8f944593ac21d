import { expect, test } from 'vitest'
import { externalLoginAddress } from '#domain/external-login.ts'
import { cookieOfThisOrigin } from '#server/proxy/cookies.ts'

test.each([
  [
    's=1; Domain=api.example.org; Path=/diver; Secure; HttpOnly; SameSite=Strict',
    's=1; SameSite=Strict; Path=/; HttpOnly',
  ],
  ['s=a=b; Max-Age=0', 's=a=b; Max-Age=0; Path=/; HttpOnly'],
  ['s=1; secure; samesite=none; domain=.example.org', 's=1; SameSite=Lax; Path=/; HttpOnly'],
])('%s is a cookie of this origin', (given, expected) => {
  expect(cookieOfThisOrigin(given, false)).toBe(expected)
})

test('behind TLS a cookie is for TLS alone', () => {
  expect(cookieOfThisOrigin('s=1; SameSite=None', true)).toBe('s=1; SameSite=None; Path=/; HttpOnly; Secure')
})

test('the way back goes under the name that the login takes it by', () => {
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
