/** The same drawing as favicon.svg. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        d="M11.5 23.5H19a4 4 0 0 0 0-8h-6a4 4 0 0 1 0-8h4.5"
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="8.5" cy="23.5" r="2.5" fill="none" stroke="var(--color-frame-strong)" strokeWidth="2" />
      <circle cx="23" cy="7.5" r="3.5" fill="var(--color-accent)" />
    </svg>
  )
}
