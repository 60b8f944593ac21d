import type { ScreenProps } from '#command-kit/declaration.ts'
import { BuilderScreen, type Begun } from '#features/custom-variables/screens/builder-screen.tsx'

/** Groups the answers of one variable into fewer values. */
export default function DowncodeScreen({ args }: ScreenProps<Begun>) {
  return <BuilderScreen kind="downcode" {...args} />
}
