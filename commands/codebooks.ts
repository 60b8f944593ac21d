import type { CommandContext } from '#command-kit/context.ts'
import { link, type Availability } from '#command-kit/declaration.ts'
import { codebookOf } from '#features/variables/use-cases.ts'

/** Where a page of a codebook is served (spec section 2). */
function codebookAddress(file: string, page: string): string {
  return `/codebooks/${encodeURIComponent(file)}#toolbar=0&page=${page}`
}

type Context = Pick<CommandContext, 'workspace' | 'store'>

function ofPane({ workspace, store }: Context): ReturnType<typeof codebookOf> {
  const subject = workspace.subject()
  return subject?.kind === 'variable' ? codebookOf(store, String(subject.value)) : null
}

function isAvailable(context: Context, { file }: { file?: string }): Availability {
  const page = file === undefined ? ofPane(context) : undefined
  if (file === undefined && page === undefined) return 'pending'
  return page !== null || { because: 'There is no variable with a codebook in this pane.' }
}

export const codebookCommands = {
  'codebook.open': link<'codebook.open'>({
    title: 'Codebook of this variable',
    section: 'Variables',
    keywords: ['pdf', 'form', 'interview', 'page', 'contributor'],
    help: 'Opens the codebook at the page of the variable, in a new tab.',
    keys: [{ seq: 'v b', scope: 'pane' }],
    available: isAvailable,
    url: (context, { file, page }) => {
      const own = ofPane(context)
      return codebookAddress(file ?? own?.pdfFile ?? '', page ?? own?.pdfPage ?? '')
    },
    examples: [{}, { file: 'interview.pdf', page: '12' }],
  }),
}
