import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

interface Props {
  title: string
  /** What is said to who listens. */
  loading: string
  /** What was tried in vain. */
  failure: { title: string; cause: string; gone: boolean; retry: () => void } | null
  fields: number
  onBack: () => void
}

/** A record's form while it is on its way: its skeleton, or what failed. */
export function RecordLoading({ title, loading, failure, fields, onBack }: Props) {
  return (
    <>
      <PageHeading title={title} />
      <div className="max-w-4xl rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        {failure ? (
          <Banner
            kind="error"
            title={failure.gone ? failure.cause : failure.title}
            action={
              failure.gone ? (
                <Button onClick={onBack}>Volver a la lista</Button>
              ) : (
                <Button onClick={failure.retry}>Reintentar</Button>
              )
            }
          >
            {!failure.gone && failure.cause}
          </Banner>
        ) : (
          <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
            <Loading label={loading} />
            {Array.from({ length: fields }, (_, index) => (
              <div key={index} className="grid h-15 content-between py-1">
                <Skeleton className="w-1/4" />
                <Skeleton className="w-2/3" />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
