import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

interface Props {
  title: string
  /** For screen readers. */
  loading: string
  failure: { title: string; cause: string; gone: boolean; retry: () => void } | null
  fields: number
  onBack: () => void
}

/** The skeleton of a record's form, or why it could not be read. */
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
