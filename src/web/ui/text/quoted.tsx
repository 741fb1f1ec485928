/** Words of a book. Those that begin with a quotation mark bring their own. */
export function Quoted({ text, className = "" }: { text: string; className?: string }) {
  const hasMarks = /^\s*[\p{Pi}\p{Pf}"'„‚「『]/u.test(text);
  return <q className={`${hasMarks ? "[quotes:none]" : ""} ${className}`}>{text}</q>;
}
