import { editConstruct } from '#server/modules/custom-variables/edit-construct.ts'
import { replaceConstruct, type ReplaceServices } from '#server/modules/custom-variables/replace-construct.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'

/** Applies a version to a custom variable: other values by a replacement, another name or description by an edit. */
export function createApplyConstructVersion(services: ReplaceServices): ApplyVersion {
  return async (own, user, { id, definition: { name, description, construct }, isRedefined, restoredNo, isRerun }) => {
    if (construct === null || !isRedefined) {
      await editConstruct(own, services, user, { constructid: id, name, description, restoredNo })
      return id
    }
    const draft = { ...construct, name, description, variable_limit: null }
    const { constructId } = await replaceConstruct(own, services, user, {
      ...draft,
      constructid: id,
      isRerun,
      restoredNo,
    })
    return constructId
  }
}
