import { CustomVariableBuilderScreen } from '#features/custom-variables/parts/custom-variable-builder.tsx'

/** Turns the answers to one variable into fewer, plainer values. */
export default function DowncodeScreen() {
  return <CustomVariableBuilderScreen kind="downcode" title="New Downcode" />
}
