const NAME = 'draft'

/** The name of the draft that a pane's query speaks of. */
export function draftIdIn(query: URLSearchParams): string | null {
  const id = query.get(NAME)
  return id !== null && /^[a-z0-9]{6,24}$/.test(id) ? id : null
}

/** The query with a draft's name in it. */
export function withDraft(query: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set(NAME, id)
  return next
}

/** A pane's URL without the draft, which is nobody's but its writer's. */
export function withoutDraft(url: string): string {
  const [path = '', search = ''] = url.split('?', 2)
  const kept = search.split('&').filter((part) => part !== '' && !new URLSearchParams(part).has(NAME))
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

/** A name for a new draft. */
export function mintDraftId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}
