import { describe, expect, it } from 'vitest'
import { accessTo, collectionsInWords } from '#domain/access.ts'

describe('access to collections (spec section 6)', () => {
  it('an admin reads all, others what they hold, some nothing', () => {
    const all = ['bp', 'sz']
    expect(accessTo({ isAdmin: true, collections: [] }, all)).toEqual({ open: ['bp', 'sz'], closed: [] })
    expect(accessTo({ isAdmin: false, collections: ['sz', 'au'] }, all)).toEqual({ open: ['sz'], closed: ['bp'] })
    expect(accessTo({ isAdmin: false, collections: [] }, all)).toEqual({ open: [], closed: ['bp', 'sz'] })
  })

  it('codes are replaced by their names if these are known', () => {
    expect(collectionsInWords(['bp', 'rdoc', 'sz'])).toBe('Bipolar disorder (bp), Schizophrenia (sz).')
    expect(collectionsInWords(['rdoc', 'constructor'])).toBe('')
  })
})
