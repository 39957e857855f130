import { cx } from './cx.ts'

interface Props {
  text: string
  /** Appears after a delay: a quick load shows nothing. */
  late?: boolean
}

export function LoadingScreen({ text, late = false }: Props) {
  return (
    <main className={cx('grid min-h-dvh place-items-center', late && 'appears-late')}>
      <h1 className="text-muted">
        <output>{text}</output>
      </h1>
    </main>
  )
}
