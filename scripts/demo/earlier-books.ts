const LIST = `
Pride and Prejudice | Jane Austen
Frankenstein | Mary Shelley
Jane Eyre | Charlotte Brontë
The Count of Monte Cristo | Alexandre Dumas
Middlemarch | George Eliot
The Moonstone | Wilkie Collins
Dracula | Bram Stoker
Three Men in a Boat | Jerome K. Jerome
A Room with a View | E. M. Forster
The Age of Innocence | Edith Wharton
Wuthering Heights | Emily Brontë
A Christmas Carol | Charles Dickens
Emma | Jane Austen
The Woman in White | Wilkie Collins
Madame Bovary | Gustave Flaubert
The Picture of Dorian Gray | Oscar Wilde
North and South | Elizabeth Gaskell
The Turn of the Screw | Henry James
Around the World in Eighty Days | Jules Verne
My Ántonia | Willa Cather
The Call of the Wild | Jack London
Sense and Sensibility | Jane Austen
The Hound of the Baskervilles | Arthur Conan Doyle
Little Women | Louisa May Alcott
Anna Karenina | Leo Tolstoy
Heart of Darkness | Joseph Conrad
The Scarlet Letter | Nathaniel Hawthorne
Far from the Madding Crowd | Thomas Hardy
The War of the Worlds | H. G. Wells
Cranford | Elizabeth Gaskell
The Adventures of Huckleberry Finn | Mark Twain
Treasure Island | Robert Louis Stevenson
The House of Mirth | Edith Wharton
Candide | Voltaire
The Tenant of Wildfell Hall | Anne Brontë
The Secret Garden | Frances Hodgson Burnett
Crime and Punishment | Fyodor Dostoevsky
Persuasion | Jane Austen
The Time Machine | H. G. Wells
Howards End | E. M. Forster
The Mill on the Floss | George Eliot
Kim | Rudyard Kipling
The Portrait of a Lady | Henry James
Walden | Henry David Thoreau
Cyrano de Bergerac | Edmond Rostand
The Legend of Sleepy Hollow | Washington Irving
The Importance of Being Earnest | Oscar Wilde
Great Expectations | Charles Dickens
Fathers and Sons | Ivan Turgenev
Tess of the d'Urbervilles | Thomas Hardy
The Yellow Wallpaper | Charlotte Perkins Gilman
O Pioneers! | Willa Cather
The Three Musketeers | Alexandre Dumas
Northanger Abbey | Jane Austen
The Island of Doctor Moreau | H. G. Wells
Ethan Frome | Edith Wharton
The Wonderful Wizard of Oz | L. Frank Baum
Silas Marner | George Eliot
The Strange Case of Dr Jekyll and Mr Hyde | Robert Louis Stevenson
The Old Curiosity Shop | Charles Dickens
The Awakening | Kate Chopin
Lord Jim | Joseph Conrad
Dead Souls | Nikolai Gogol
The Enchanted April | Elizabeth von Arnim
Twenty Thousand Leagues Under the Seas | Jules Verne
Daisy Miller | Henry James
Mansfield Park | Jane Austen
The Diary of a Nobody | George and Weedon Grossmith
Gulliver's Travels | Jonathan Swift
The Custom of the Country | Edith Wharton
The Phantom of the Opera | Gaston Leroux
David Copperfield | Charles Dickens
The Brothers Karamazov | Fyodor Dostoevsky
Where Angels Fear to Tread | E. M. Forster
The Innocence of Father Brown | G. K. Chesterton
Anne of Green Gables | L. M. Montgomery
Jude the Obscure | Thomas Hardy
The Thirty-Nine Steps | John Buchan
Germinal | Émile Zola
The Prisoner of Zenda | Anthony Hope
The Song of the Lark | Willa Cather
Villette | Charlotte Brontë
The Man Who Was Thursday | G. K. Chesterton
The Wings of the Dove | Henry James
Robinson Crusoe | Daniel Defoe
Agnes Grey | Anne Brontë
Buddenbrooks | Thomas Mann
The Good Soldier | Ford Madox Ford
White Fang | Jack London
The Railway Children | E. Nesbit
Washington Square | Henry James
Mrs Dalloway | Virginia Woolf
The Invisible Man | H. G. Wells
Bleak House | Charles Dickens
The Mysterious Affair at Styles | Agatha Christie
The Return of the Native | Thomas Hardy
Passing | Nella Larsen
The Blue Castle | L. M. Montgomery
Nostromo | Joseph Conrad
To the Lighthouse | Virginia Woolf
Right Ho, Jeeves | P. G. Wodehouse
A Tale of Two Cities | Charles Dickens
The Great Gatsby | F. Scott Fitzgerald
Zuleika Dobson | Max Beerbohm
`;

export const EARLIER_BOOKS: readonly { title: string; author: string }[] = LIST.trim()
  .split("\n")
  .map((line) => {
    const [title = "", author = ""] = line.split(" | ");
    return { title, author };
  });
