import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeWorkspace, encodeWorkspace, paneUrl } from '#workspace/url-codec.ts'

const isRoute = (url: string) => /^\/(cohorts|variables)(\/|\?|$)/.test(url)
const decode = (address: string) => decodeWorkspace(address, isRoute)

describe('URL of the workspace', () => {
  it('equals the URL of a single pane', () => {
    expect(encodeWorkspace({ urls: ['/cohorts/12?x=a+b'], focused: 0 })).toBe('/cohorts/12?x=a+b')
    expect(decode('/cohorts/12?x=a+b')).toEqual({ urls: ['/cohorts/12?x=a+b'], focused: 0 })
  })

  it('marks the position of the focused pane', () => {
    const panes = { urls: ['/variables/AGE_ONSET', '/cohorts/12', '/variables/all'], focused: 1 }
    expect(encodeWorkspace(panes)).toBe(
      '/cohorts/12?beside=%2Fvariables%2FAGE_ONSET&beside=%7C&beside=%2Fvariables%2Fall',
    )
    expect(decode(encodeWorkspace(panes))).toEqual(panes)
  })

  it('puts the focused pane first if there is no mark', () => {
    expect(decode('/cohorts/12?beside=/variables/all')).toEqual({ urls: ['/cohorts/12', '/variables/all'], focused: 0 })
  })

  it('uses only the first mark', () => {
    expect(decode('/cohorts?beside=/variables/A&beside=|&beside=/variables/B&beside=|')).toEqual({
      urls: ['/variables/A', '/cohorts', '/variables/B'],
      focused: 1,
    })
  })

  it('contains at most four panes, including the focused one', () => {
    const others = ['A', 'B', 'C', 'D'].map((name) => `beside=/variables/${name}`).join('&')
    expect(decode(`/cohorts?${others}&beside=|`)).toEqual({
      urls: ['/variables/A', '/variables/B', '/variables/C', '/cohorts'],
      focused: 3,
    })
  })

  it('keeps an unknown page only in the focused pane, which reports it', () => {
    expect(decode('/nowhere?beside=/nowhere').urls).toEqual(['/nowhere'])
  })

  it('never contains another host after it is rewritten', () => {
    expect(decode('//elsewhere.example/x').urls).toEqual(['/elsewhere.example/x'])
  })

  it.each([
    ['another site', 'https://elsewhere.example/cohorts'],
    ['another site without its protocol', '//elsewhere.example/cohorts'],
    ['another site written with backslashes', '/\\elsewhere.example/cohorts'],
    ['another site written with dots', '/..//elsewhere.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'cohorts/12'],
    ['a codebook', '/codebooks/DIGS.pdf'],
    ['an unknown page', '/admin'],
    ['nothing', ''],
  ])('drops %s', (_what, beside) => {
    expect(decode(`/cohorts?beside=${encodeURIComponent(beside)}`).urls).toEqual(['/cohorts'])
  })

  it('strips hashes and nested panes', () => {
    const nested = encodeURIComponent('/variables/A?x=1&beside=%2Fcohorts&y=2#hash')
    expect(decode(`/cohorts?beside=${nested}`).urls).toEqual(['/cohorts', '/variables/A?x=1&y=2'])
  })
})

const pathPart = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map((text) => encodeURIComponent(wellFormed(text)))
const query = fc
  .array(fc.tuple(fc.constantFrom('q', 'page', 'sort'), fc.string({ maxLength: 8 })), { maxLength: 3 })
  .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''))
const url = fc
  .tuple(fc.constantFrom('cohorts', 'variables'), pathPart, query)
  .map(([root, part, search]) => paneUrl(`/${root}/${part}${search}`) ?? '/cohorts')
  .filter(isRoute)

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '')
}

describe('any URL of the workspace', () => {
  it('round-trips up to four pages', () => {
    fc.assert(
      fc.property(fc.array(url, { minLength: 1, maxLength: 4 }), fc.nat(3), (urls, position) => {
        const panes = { urls, focused: position % urls.length }
        expect(decode(encodeWorkspace(panes))).toEqual(panes)
      }),
    )
  })

  it('is decoded without an error into a normal form', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(url, fc.string({ unit: 'binary' }), fc.constant('|')), { maxLength: 8 })
        .map((parts) => `/cohorts?${parts.map((part) => `beside=${part}`).join('&')}`),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(hostile, (address) => {
        const read = decode(address)
        expect(read.urls.length).toBeGreaterThan(0)
        expect(read.urls.length).toBeLessThanOrEqual(4)
        expect(read.urls.every((each, index) => index === read.focused || isRoute(each))).toBe(true)
        expect(decode(encodeWorkspace(read))).toEqual(read)
      }),
      { numRuns: 1_000 },
    )
  })
})
