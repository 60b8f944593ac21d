import { describe, expect, it } from 'vitest'
import { accessTo, collectionsInWords } from '#domain/access.ts'

describe('access to collections (spec section 6)', () => {
  it('grants an administrator all collections, and others the collections of their account', () => {
    const all = ['bp', 'sz']
    expect(accessTo({ isAdmin: true, collections: [] }, all)).toEqual({ open: ['bp', 'sz'], closed: [] })
    expect(accessTo({ isAdmin: false, collections: ['sz', 'au'] }, all)).toEqual({ open: ['sz'], closed: ['bp'] })
    expect(accessTo({ isAdmin: false, collections: [] }, all)).toEqual({ open: [], closed: ['bp', 'sz'] })
  })

  it('replaces known collection codes by names', () => {
    expect(collectionsInWords(['bp', 'rdoc', 'sz'])).toBe('Bipolar disorder (bp), Schizophrenia (sz).')
    expect(collectionsInWords(['rdoc', 'constructor'])).toBe('')
  })
})
