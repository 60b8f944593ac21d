const NAME = 'draft'

export function draftIdIn(query: URLSearchParams): string | null {
  const id = query.get(NAME)
  return id !== null && /^[a-z0-9]{6,24}$/.test(id) ? id : null
}

export function withDraft(query: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set(NAME, id)
  return next
}

/** Removes the draft id: a shared URL must not contain it. */
export function withoutDraft(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const kept = search.split('&').filter((part) => part !== '' && !new URLSearchParams(part).has(NAME))
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

export function mintDraftId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}
