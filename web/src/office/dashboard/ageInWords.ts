const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago something was, in milliseconds: 'hace 5 min', 'hace 3 h', from two days on 'hace 2 días'. */
export function ageInWords(age: number): string {
  // The browser's clock may also be behind the server's.
  if (age < minuteMs) return 'hace un momento'
  if (age < hourMs) return `hace ${Math.floor(age / minuteMs)} min`
  if (age < 2 * dayMs) return `hace ${Math.floor(age / hourMs)} h`
  return `hace ${Math.floor(age / dayMs)} días`
}
