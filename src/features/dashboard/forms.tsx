import { CommandLink } from '#command-kit/command-link.tsx'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { useCatalogStart } from '#features/dashboard/catalog-start.ts'
import { BarList } from '#ui/charts/bar-list.tsx'
import stack from '#ui/stack.module.css'

const MOST_BARS = 8

/** The forms with the most variables; each leads to its variables. */
export function Forms() {
  const { data: start } = useCatalogStart()
  const forms = (start?.facets['form'] ?? []).filter(([form]) => form !== '')
  if (!start || forms.length === 0) return null
  const whole = start.total ?? start.data.length
  const more = forms.length - MOST_BARS
  return (
    <section className={stack['section']} aria-label="Variables by form">
      <h2>Variables by form</h2>
      <BarList
        label="Variables by form"
        bars={forms.slice(0, MOST_BARS).map(([form, count]) => ({
          key: form,
          label: form,
          count,
          link: (
            <CommandLink id="variables.search" args={{ text: `form:"${form}"` }}>
              {form}
            </CommandLink>
          ),
        }))}
        format={formatCount}
        share={(count) => formatShare(count, whole)}
      />
      {more > 0 && <p className={stack['muted']}>{countOf(more, 'more form')}. A version is a form of its own.</p>}
    </section>
  )
}
