import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface Props {
  title: string
  /** What was read. */
  of: { error: Error | null; refetch: () => Promise<unknown> }
}

/** Why something could not be read, with another try; nothing where it could. */
export function LoadError({ title, of: { error, refetch } }: Props) {
  return (
    error && (
      <Banner kind="error" title={title} action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
        {error.message}
      </Banner>
    )
  )
}
