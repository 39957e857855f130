import { Skeleton } from '../ui/Skeleton.tsx'

/** The place of a phone's cards while they are on their way. */
export function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="grid gap-3 p-3">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid h-46 content-start gap-5 rounded-ui border border-line p-4">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  )
}
