import { cohortDelete, cohortEdit, cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructDelete, constructEdit, constructList } from '#contract/custom-variables.ts'
import { projectDelete, projectEdit, projectInfo, projectNew } from '#contract/projects.ts'
import { trashRestore, type TrashKind } from '#contract/trash.ts'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { ask, change, type KnownObject, type Surroundings } from '#tests/simulation/clients/client.ts'
import type { Write } from '#tests/simulation/history.ts'
import { ABSENT } from '#tests/simulation/model/registers.ts'
import type { Heard } from '#tests/simulation/network.ts'

/** The value of the register of a saved object; that of a deleted one is ABSENT. */
const SAVED = 'saved'
const ROOT = 1

function lifeOf({ client }: Surroundings, { kind, name }: Pick<KnownObject, 'kind' | 'name'>, value: string): Write {
  return { register: `${client.account.username} ${kind} ${name} presence`, value }
}

function textOf({ client }: Surroundings, { kind, name }: Pick<KnownObject, 'kind' | 'name'>, value: string): Write {
  return { register: `${client.account.username} ${kind} ${name} text`, value }
}

/** Saves a new object of any kind. */
export async function makeObject(surroundings: Surroundings): Promise<void> {
  const kind = surroundings.client.choices.oneOf<TrashKind>(['varset', 'varset', 'project', 'cohort', 'construct'])
  const name = surroundings.newWord()
  const description = surroundings.newWord()
  const writes = [lifeOf(surroundings, { kind, name }, SAVED), textOf(surroundings, { kind, name }, description)]
  const heard = await madeBy(
    surroundings,
    kind,
    { name, description },
    { words: `make ${kind} ${name}: ${description}`, writes },
  )
  const id = heard?.operation.made
  if (id != null) surroundings.client.account.objects.push({ kind, id, name, isDeleted: false })
}

interface Texts {
  readonly name: string
  readonly description: string
}

function madeBy(
  surroundings: Surroundings,
  kind: TrashKind,
  texts: Texts,
  meaning: { readonly words: string; readonly writes: readonly Write[] },
): Promise<Heard<unknown> | null> {
  const within = { ...texts, projectid: ROOT }
  switch (kind) {
    case 'varset':
      return change(surroundings, variableSetNew, { ...within, variables: ['AGE'] }, meaning)
    case 'project':
      return change(surroundings, projectNew, texts, meaning)
    case 'cohort': {
      const rule = { variable: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' }
      return change(surroundings, cohortNew, { ...within, ...rule, parent_id: ROOT, cohort_type: 'subset' }, meaning)
    }
    case 'construct': {
      const values = [value('yes', '1'), value('no', '2')]
      const draft = { construct_type: 'downcode', variables: ['MARITAL'], values } as const
      return change(surroundings, constructNew, { ...within, ...draft, variables: [...draft.variables] }, meaning)
    }
  }
}

function value(name: string, code: string) {
  const constraints = [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: code }]
  return { name, definition: { relationship: 'AND' as const, constraints } }
}

/** Changes the description of an object. */
export async function editObject(surroundings: Surroundings): Promise<void> {
  const object = knownObject(surroundings, false)
  if (object === null) return makeObject(surroundings)
  const { kind, id, name } = object
  const description = surroundings.newWord()
  const meaning = { words: `edit ${kind} ${name}: ${description}`, writes: [textOf(surroundings, object, description)] }
  switch (kind) {
    case 'varset':
      return void (await change(surroundings, variableSetEdit, { varsetid: id, description }, meaning))
    case 'project':
      return void (await change(surroundings, projectEdit, { id, description }, meaning))
    case 'cohort':
      return void (await change(surroundings, cohortEdit, { cohortid: id, description }, meaning))
    case 'construct':
      return void (await change(surroundings, constructEdit, { constructid: id, description }, meaning))
  }
}

/** Deletes an object to the trash. */
export async function deleteObject(surroundings: Surroundings): Promise<void> {
  const object = knownObject(surroundings, false)
  if (object === null) return makeObject(surroundings)
  object.isDeleted = true
  const { kind, id, name } = object
  const meaning = { words: `delete ${kind} ${name}`, writes: [lifeOf(surroundings, object, ABSENT)] }
  switch (kind) {
    case 'varset':
      return void (await change(surroundings, variableSetDelete, { varsetid: id }, meaning))
    case 'project':
      return void (await change(surroundings, projectDelete, { projectid: id }, meaning))
    case 'cohort':
      return void (await change(surroundings, cohortDelete, { cohortid: id }, meaning))
    case 'construct':
      return void (await change(surroundings, constructDelete, { constructid: id }, meaning))
  }
}

export async function restoreObject(surroundings: Surroundings): Promise<void> {
  const object = knownObject(surroundings, true)
  if (object === null) return deleteObject(surroundings)
  object.isDeleted = false
  const { kind, id, name } = object
  const writes = [lifeOf(surroundings, object, SAVED)]
  await change(surroundings, trashRestore, { kind, id }, { words: `restore ${kind} ${name}`, writes })
}

function knownObject({ client }: Surroundings, isDeleted: boolean): KnownObject | null {
  const known = client.account.objects.filter((object) => object.isDeleted === isDeleted)
  return known.length === 0 ? null : client.choices.oneOf(known)
}

/** Saves that must be refused: a missing name, an unknown variable, an object that is not there. */
export async function makeNonsense(surroundings: Surroundings): Promise<void> {
  const { choices } = surroundings.client
  const name = surroundings.newWord()
  const writes = [lifeOf(surroundings, { kind: 'varset', name }, SAVED)]
  const words = 'send nonsense'
  const kinds = ['no name', 'no such variable', 'no such cohort', 'no such set'] as const
  switch (choices.oneOf(kinds)) {
    case 'no name':
      return void (await change(surroundings, variableSetNew, { name: '', variables: ['AGE'] }, { words }))
    case 'no such variable':
      return void (await change(surroundings, variableSetNew, { name, variables: ['NONE'] }, { words, writes }))
    case 'no such cohort':
      return void (await change(surroundings, cohortDelete, { cohortid: 999_999 }, { words }))
    case 'no such set':
      return void (await change(surroundings, variableSetEdit, { varsetid: 999_999, name }, { words }))
  }
}

/** Lists all objects of a kind, and compares them with the model. */
export async function listObjects(surroundings: Surroundings, kind?: TrashKind): Promise<void> {
  const words = 'list'
  switch (kind ?? surroundings.client.choices.oneOf<TrashKind>(['varset', 'project', 'cohort', 'construct'])) {
    case 'varset': {
      const heard = await ask(surroundings, variableSetInfo, {}, { words: `${words} sets` })
      return observe(surroundings, heard, 'varset', heard?.answer?.variablesets)
    }
    case 'project': {
      const heard = await ask(surroundings, projectInfo, {}, { words: `${words} projects` })
      return observe(
        surroundings,
        heard,
        'project',
        heard?.answer?.projects.filter(({ projectid }) => projectid !== ROOT),
      )
    }
    case 'cohort': {
      const heard = await ask(surroundings, cohortInfo, {}, { words: `${words} cohorts` })
      return observe(
        surroundings,
        heard,
        'cohort',
        heard?.answer?.cohorts.filter(({ cohortid }) => cohortid !== ROOT),
      )
    }
    case 'construct': {
      const heard = await ask(surroundings, constructList, {}, { words: `${words} custom variables` })
      const listed = heard?.answer?.custom_vars.map(({ variable_name: name, question }) => ({
        name,
        description: question,
      }))
      return observe(surroundings, heard, 'construct', listed)
    }
  }
}

/** Records the listed objects as seen, and all others that the simulation tried to save as absent. */
function observe(
  surroundings: Surroundings,
  heard: Heard<unknown> | null,
  kind: TrashKind,
  listed: readonly Texts[] | undefined,
): void {
  if (heard === null || listed === undefined) return
  const prefix = `${surroundings.client.account.username} ${kind} `
  const names = new Set(listed.map(({ name }) => name))
  const tried = surroundings.network.history.operations
    .flatMap(({ writes }) => writes)
    .filter(({ register }) => register.startsWith(prefix) && register.endsWith(' presence'))
    .map(({ register }) => register.slice(prefix.length, -' presence'.length))
  heard.operation.seen = [
    ...listed.map((item) => lifeOf(surroundings, { kind, name: item.name }, SAVED)),
    ...listed.map((item) => textOf(surroundings, { kind, name: item.name }, item.description)),
    ...[...new Set(tried)]
      .filter((name) => !names.has(name))
      .map((name) => lifeOf(surroundings, { kind, name }, ABSENT)),
  ]
}
