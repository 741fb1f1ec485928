/** Blank lines separate paragraphs, line breaks stay. Never HTML. */
export function Prose({ text, className = "" }: { text: string; className?: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={`max-w-measure space-y-4 ${className}`}>
      {paragraphs.map((paragraph, index) => (
        <p key={index} dir="auto" className="whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}
