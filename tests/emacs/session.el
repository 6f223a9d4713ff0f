;;; What a person does in Emacs, in batch mode; leaves what was seen as JSON. -*- lexical-binding: t -*-
;;; Started by test_emacs.py, which names everything in the environment.

(require 'package)
(package-initialize)
(require 'json)

(setq user-emacs-directory (file-name-as-directory (getenv "HOME")))
(load (getenv "CONFIG") nil t)

(defun session-wait (what condition)
  "Wait until CONDITION gives something; fail with WHAT when it never does."
  (let ((end (+ (float-time) 60)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (or value (error "Never came: %s" what))))

(defun session-code (finding)
  "The code of a FINDING, as eglot writes it before the message."
  (let ((text (flymake-diagnostic-text finding)))
    (and (string-match "\\[\\([a-z_]+\\)\\]" text) (match-string 1 text))))

(defun session-finding (code)
  "The first finding with CODE."
  (seq-find (lambda (finding) (equal (session-code finding) code)) (flymake-diagnostics)))

(defun session-described (finding)
  "A FINDING as JSON: how it is shown, its code and the text that it stands on."
  (list (symbol-name (flymake-diagnostic-type finding))
        (session-code finding)
        (buffer-substring-no-properties (flymake-diagnostic-beg finding) (flymake-diagnostic-end finding))))

(defun session-hover (words)
  "What is known about the place where WORDS begin."
  (goto-char (point-min))
  (search-forward words)
  (goto-char (match-beginning 0))
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (plist-get (plist-get answer :contents) :value)))

(defun session-fix (code title)
  "Apply the fix with TITLE of the finding with CODE, as a person does who chooses it from the list."
  (let ((finding (session-finding code)))
    (goto-char (flymake-diagnostic-beg finding))
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_ options &rest _) (seq-find (lambda (option) (string-prefix-p title option))
                                                     (all-completions "" options))))
              ;; As if chosen with the keyboard, not from a menu of the mouse.
              (last-nonmenu-event ?\r))
      (eglot-code-actions (flymake-diagnostic-beg finding) (flymake-diagnostic-end finding) nil t))))

(find-file (getenv "CAMPAIGN"))
;; A person's first key does this; batch mode has no keys.
(run-hooks 'post-command-hook)
(flymake-start)
(session-wait "the last finding" (lambda () (session-finding (getenv "LAST"))))

(let* ((mode (symbol-name major-mode))
       (found (mapcar #'session-described (flymake-diagnostics)))
       (hover (session-hover (getenv "WORDS"))))
  (session-fix "missing_disclosure" "Insert the disclosure")
  ;; Eglot tells of changes when the person rests, and in batch mode nobody does.
  (eglot--signal-textDocument/didChange)
  (session-wait "an end of the finding" (lambda () (flymake-start) (not (session-finding "missing_disclosure"))))
  (with-temp-file (getenv "ANSWER")
    (set-buffer-file-coding-system 'utf-8)
    (insert (json-encode `((mode . ,mode)
                           (found . ,(vconcat (mapcar #'vconcat found)))
                           (hover . ,hover)
                           (text . ,(with-current-buffer (find-buffer-visiting (getenv "CAMPAIGN"))
                                      (buffer-substring-no-properties (point-min) (point-max)))))))))
